import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WorkFolders } from '../../../src/features/video/processing/work-folder.ts';
import { newId } from '../../../src/shared/ids.ts';
import { use } from '../../support/use.ts';

const place = use(
  async () => ({ root: join(await mkdtemp(join(tmpdir(), 'lectern-work-')), 'videos') }),
  ({ root }) => rm(join(root, '..'), { recursive: true, force: true }),
);
const folders = () => new WorkFolders(place.root);

describe('work folders', () => {
  test('are there for the service alone, and stay until they are removed', async () => {
    const id = newId();
    const folder = await folders().open(id);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await writeFile(join(folder, 'part'), 'x');
    expect(await folders().open(id)).toBe(folder);
    expect(existsSync(join(folder, 'part'))).toBe(true);
    await folders().remove(id);
    expect(existsSync(folder)).toBe(false);
    await folders().remove(id);
  });

  test('go when their job has ended, and what is no work folder stays', async () => {
    const [running, ended] = [newId(), newId()];
    for (const id of [running, ended]) await folders().open(id);
    await mkdir(join(place.root, 'other'));
    let asked: readonly string[] = [];
    await folders().sweep(async (ids) => {
      asked = ids;
      return [running];
    });
    expect(asked.toSorted()).toEqual([running, ended].toSorted());
    expect(existsSync(join(place.root, running))).toBe(true);
    expect(existsSync(join(place.root, ended))).toBe(false);
    expect(existsSync(join(place.root, 'other'))).toBe(true);
  });

  test('sweeps nothing where there is nothing', async () => {
    await new WorkFolders(join(place.root, 'nowhere')).sweep(async () => {
      throw new Error('not asked');
    });
  });

  test('are named by nothing but an id', async () => {
    await expect(folders().open('../../../../../../../../etc/something!')).rejects.toThrow('id of a video');
    await expect(folders().remove('..')).rejects.toThrow('id of a video');
  });
});
