import { JobRunner, type JobWork } from '#server/jobs/job-runner.ts'
import { createLog } from '#server/log.ts'
import { Pulse } from '#server/pulse.ts'
import type { TestServer } from './test-server.ts'

const silent = createLog('silent')

/** Runs so many runners beside a server's own, for jobs of one kind, until `work` has ended. */
export async function runJobs(
  { server, kind, count }: { server: TestServer; kind: string; count: number },
  jobWork: Pick<JobWork, 'prepare'> & Partial<JobWork>,
  work: () => Promise<void>,
): Promise<void> {
  const { store, commitChanges } = server.context
  const pulse = new Pulse(store, silent)
  pulse.start()
  const runners = Array.from({ length: count }, () => new JobRunner(store, silent, commitChanges, pulse))
  for (const runner of runners) {
    runner.registerJob(kind, { maxAttempts: 5, giveUp: () => () => Promise.resolve([]), ...jobWork })
    await runner.start()
  }
  try {
    await work()
  } finally {
    await Promise.all([pulse.stop(), ...runners.map((runner) => runner.stop())])
  }
}
