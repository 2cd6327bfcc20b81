import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const ID = /^[0-9a-f-]{36}$/;

/**
 * Folders with the files of videos that are being processed, one per video, on the disk of this machine. A folder is
 * kept between the attempts of a job, so that a download continues; if another machine takes over, it starts again.
 */
export class WorkFolders {
  private readonly root: string;

  /** @param root is created with the first folder */
  constructor(root: string) {
    this.root = root;
  }

  /** Returns the path of the folder, which then exists. Only the service's own user can read it. */
  async open(videoId: string): Promise<string> {
    const folder = this.videoPath(videoId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** No error if there is none. */
  async remove(videoId: string): Promise<void> {
    await rm(this.videoPath(videoId), { recursive: true, force: true });
  }

  /**
   * Removes the folders of videos that are no longer processed.
   * @param findUsed returns those of the ids whose job has not ended; called after the folders were listed, so that a
   *   folder made meanwhile is kept
   */
  async sweep(findUsed: (videoIds: readonly string[]) => Promise<Iterable<string>>): Promise<void> {
    const ids = (await readdir(this.root).catch(() => [])).filter((name) => ID.test(name));
    if (ids.length === 0) return;
    const usedIds = new Set(await findUsed(ids));
    for (const id of ids) if (!usedIds.has(id)) await this.remove(id);
  }

  private videoPath(videoId: string): string {
    if (!ID.test(videoId)) throw new Error('A work folder is named by the id of a video');
    return join(this.root, videoId);
  }
}
