/** The renderer; on machines without a graphics card with cheaper shadows and edges. */

import { BasicShadowMap, PCFSoftShadowMap, WebGLRenderer } from 'three';

/** Whether WebGL is computed by the processor, as on servers. */
function isSoftware(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  const name = info && context ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

export function makeRenderer(canvas: HTMLCanvasElement): { renderer: WebGLRenderer; software: boolean } {
  const software = isSoftware();
  const renderer = new WebGLRenderer({ canvas, antialias: !software, powerPreference: 'high-performance' });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = software ? BasicShadowMap : PCFSoftShadowMap;
  renderer.autoClear = false;
  return { renderer, software };
}
