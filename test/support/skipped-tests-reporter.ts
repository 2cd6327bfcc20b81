import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** Ends a run with a line for each thing that tests needed and the machine did not have, with the number of those tests. */
export default class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const missing = missingFor(test);
        if (missing !== undefined) counts.set(missing, (counts.get(missing) ?? 0) + 1);
      }
    }
    for (const [missing, count] of counts) process.stdout.write(`${count} skipped: ${missing}\n`);
  }
}

function missingFor(task: TestCase | TestSuite | TestModule): string | undefined {
  return task.meta().missing ?? (task.type === 'module' ? undefined : missingFor(task.parent));
}
