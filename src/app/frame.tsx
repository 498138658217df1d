import { Outlet, useParams } from '@tanstack/react-router'
import { LoadingIndicator } from '#src/features/session/loading-indicator.tsx'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { waitForRows } from './after-rows.ts'
import { Banners } from './banners.tsx'
import styles from './frame.module.css'
import { Header } from './header/header.tsx'
import { useVisibleHeight } from './use-visible-height.ts'

const FrameExtras = createDeferredPart(() =>
  waitForRows().then(() => import('./frame-extras.tsx').then((module) => module.FrameExtras)),
)

/** The header, the banners and whichever screen the address names. */
export function Frame() {
  useVisibleHeight()
  const chatId = useParams({ strict: false, select: (params) => params.chatId })
  return (
    <div className={styles.frame} data-chat={chatId !== undefined}>
      <Header />
      <div className={styles.banners}>
        <Banners />
      </div>
      <div className={styles.screen}>
        <Outlet />
      </div>
      <FrameExtras />
      <LoadingIndicator className={styles.loading} />
    </div>
  )
}
