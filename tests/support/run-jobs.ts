import { JobRunner, type JobWork } from '#server/jobs/job-runner.ts'
import { createLog, type Log } from '#server/log.ts'
import { Pulse } from '#server/pulse.ts'
import type { TestServer } from './test-server.ts'

const silent = createLog('silent')

/** Runs so many runners beside a server's own, for jobs of one kind, until `work` has ended. */
export async function runJobs(
  { server, kind, count, log = silent }: { server: TestServer; kind: string; count: number; log?: Log },
  jobWork: Pick<JobWork, 'prepare'> & Partial<JobWork>,
  work: () => Promise<void>,
): Promise<void> {
  const { store, commitChanges } = server.context
  const pulse = new Pulse(store, silent)
  pulse.start()
  const runners = Array.from({ length: count }, () => new JobRunner(store, log, commitChanges, pulse))
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
