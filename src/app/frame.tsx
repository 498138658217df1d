import { CatchBoundary } from '@tanstack/react-router'
import { LoadingIndicator } from '#src/features/session/loading-indicator.tsx'
import { isMessenger, readChatId } from '#src/features/messenger/search.ts'
import { useLocation } from '#src/lib/address.ts'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { waitForWords } from './after-rows.ts'
import { Banners } from './banners.tsx'
import styles from './frame.module.css'
import { Header } from './header/header.tsx'
import { OtherScreens } from './other-screens.ts'
import { MessengerRoute } from './routes/messenger.tsx'
import { ScreenError } from './screen-error.tsx'
import { useVisibleHeight } from './use-visible-height.ts'

const FrameExtras = createDeferredPart(() =>
  waitForWords().then(() => import('./frame-extras.tsx').then((module) => module.FrameExtras)),
)

/** The header, the banners and whichever screen the address names. */
export function Frame() {
  useVisibleHeight()
  const chatId = useLocation(readChatId)
  const isMessengerShown = useLocation(isMessenger)
  return (
    <div className={styles.frame} data-chat={chatId !== undefined}>
      <Header />
      <div className={styles.banners}>
        <Banners />
      </div>
      <div className={styles.screen}>
        {isMessengerShown ? (
          <CatchBoundary getResetKey={() => chatId ?? ''} errorComponent={ScreenError}>
            <MessengerRoute />
          </CatchBoundary>
        ) : (
          <OtherScreens />
        )}
      </div>
      <FrameExtras />
      <LoadingIndicator className={styles.loading} />
    </div>
  )
}
