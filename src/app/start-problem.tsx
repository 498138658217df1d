import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'

export type StartProblemKind =
  'insecure' | 'no-environments' | 'outdated' | 'storage-broken' | 'storage-version'

const WORDS: Record<StartProblemKind, { title: string; text: string; canReload: boolean }> = {
  insecure: {
    title: 'This address is not secure',
    text: 'Bellhop keeps guests’ conversations on this device, so it runs only on https or on localhost. Ask for the https address.',
    canReload: false,
  },
  'no-environments': {
    title: 'The list of environments can’t be read',
    text: 'environments.json did not arrive or is not readable. Check the connection, then try again.',
    canReload: true,
  },
  outdated: {
    title: 'Bellhop was updated in another tab',
    text: 'This tab still has the former version. What you have written is kept; reload to go on.',
    canReload: true,
  },
  'storage-version': {
    title: 'Bellhop starts anew in a moment',
    text: 'Another version left its settings here, and they were cleared. What you have written is kept.',
    canReload: true,
  },
  'storage-broken': {
    title: 'This device’s storage stopped answering',
    text: 'The browser closed Bellhop’s databases. What was stored is still there; reload to open it again.',
    canReload: true,
  },
}

/** Why the console did not start, in words, with the way on where there is one. */
export function StartProblem({ problem }: { problem: StartProblemKind }) {
  const { title, text, canReload } = WORDS[problem]
  return (
    <Notice
      title={title}
      action={
        canReload && (
          <Button look="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        )
      }
    >
      {text}
    </Notice>
  )
}
