import { QueryClientProvider } from '@tanstack/react-query'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { createStore } from '#src/lib/store.ts'
import { unsavedForm } from '#src/lib/unsaved-form.ts'
import { OnlineContext } from '#src/online/online-context.ts'
import { findQueryClient } from '#src/online/query-client.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { Mantine } from '#src/ui/mantine.tsx'
import { useOnlineCalls } from './use-online-calls.ts'

interface OnlineScreenProps {
  draw(page: ListPageProps): Elements
}

/** A screen of what only exists online: with its calls and Mantine's controls, and asking before something typed goes with it. */
export function OnlineScreen({ draw }: OnlineScreenProps) {
  const workspace = useWorkspace()
  const router = useRouter()
  const [unsaved] = useState(() => createStore(false))
  useEffect(() => {
    const stop = unsaved.subscribe(() => unsavedForm.set(unsaved.get()))
    return () => {
      stop()
      unsavedForm.set(false)
    }
  }, [unsaved])
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  // What is saved on a slow line ends behind whoever has gone on meanwhile, and leaves them where they are.
  const navigate = (url: string) => isShown.current && router.history.push(url)
  const online = useOnlineCalls()
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved.get() && current.pathname !== next.pathname,
    // The list asks by itself before the page goes (`use-list-controller`).
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <QueryClientProvider client={findQueryClient(workspace)}>
      <OnlineContext value={online}>
        <Mantine>{draw({ unsaved, navigate })}</Mantine>
        {leaving.status === 'blocked' && (
          <ConfirmDialog
            title="Leave without saving?"
            confirmLabel="Leave"
            onConfirm={leaving.proceed}
            onCancel={leaving.reset}
          >
            What you typed here is not saved yet and is lost if you leave. What is being saved just now goes
            on.
          </ConfirmDialog>
        )}
      </OnlineContext>
    </QueryClientProvider>
  )
}
