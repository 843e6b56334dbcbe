/**
 * Cloth as light falls on it: matt, a little brighter where it turns away (fibres stand up), of another colour
 * behind. Where colours mean numbers, both sides have the same and light changes them less.
 */

import { Color, DoubleSide, MeshLambertMaterial } from 'three';

export interface ClothMaterial extends MeshLambertMaterial {
  /** Whether colours mean numbers: then both sides have the same. */
  setPlain(plain: boolean): void;
}

/** `back`: colour of the other side where colours mean nothing; null: both sides have the same. */
export function makeClothMaterial(back: number | null): ClothMaterial {
  const plain = { value: 1 };
  const material = new MeshLambertMaterial({
    vertexColors: true,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.plain = plain;
    shader.uniforms.back = { value: new Color(back ?? 0) };
    shader.uniforms.hasBack = { value: back === null ? 0 : 1 };
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nuniform float plain;\nuniform float hasBack;\nuniform vec3 back;')
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        if (!gl_FrontFacing) diffuseColor.rgb = mix(diffuseColor.rgb, back, plain * hasBack);`,
      )
      .replace(
        '#include <opaque_fragment>',
        `float turned = 1.0 - abs(dot(normalize(vViewPosition), normal));
        outgoingLight += plain * 0.30 * pow(turned, 3.0) * (diffuseColor.rgb + vec3(0.12));
        vec3 halfway = normalize(directionalLights[0].direction + normalize(vViewPosition));
        outgoingLight += plain * 0.16 * pow(max(dot(normal, halfway), 0.0), 9.0) * vec3(1.0, 0.97, 0.93);
        outgoingLight = mix(mix(diffuseColor.rgb, outgoingLight, 0.55), outgoingLight, plain);
        #include <opaque_fragment>`,
      );
  };
  return Object.assign(material, {
    setPlain: (on: boolean) => {
      plain.value = on ? 1 : 0;
    },
  });
}
