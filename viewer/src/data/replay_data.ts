/** The data of a replay: options of how it opens, and its trajectories (io/html/replay_data.cpp). */

import { fromBase64, inflate, openContainer } from './container';
import { readRecording, type Recording, type RecordingText } from './recording';

export interface ReplaySettings {
  title: string;
  sideBySide: boolean;
  color: string;
  meshLines: boolean;
  autoplay: boolean;
  theme: string;
}

export interface ReplayData {
  settings: ReplaySettings;
  recordings: Recording[];
}

export async function readReplay(base64: string): Promise<ReplayData> {
  const container = openContainer(await inflate(fromBase64(base64)));
  const text = container.text as ReplaySettings & { format: number; trajectories: RecordingText[] };
  if (text.format !== 1) throw new Error(`this viewer reads format 1, the replay has format ${text.format}`);
  const { title, sideBySide, color, meshLines, autoplay, theme } = text;
  return {
    settings: { title, sideBySide, color, meshLines, autoplay, theme },
    recordings: text.trajectories.map((t) => readRecording(t, container)),
  };
}
