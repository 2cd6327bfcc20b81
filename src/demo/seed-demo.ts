import type { App } from '../app.ts';
import type { Config } from '../config.ts';
export async function seedDemo(_app: App, _config: Config, _address: string): Promise<void> {}
