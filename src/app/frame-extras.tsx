import { useContext, useEffect, useState } from 'react'
import { ConnectionContext } from '#src/lib/connection-context.ts'
import { watchConnection } from '#src/lib/connection-log.ts'
import { readShortcut } from '#src/domain/keys/shortcut.ts'
import { isOverlayOpen, readCommandKey } from '#src/lib/keys.ts'
import { watchRoom } from '#src/lib/storage-room.ts'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { Effects } from './effects/effects.tsx'
import { keysAsked, paletteAsked } from './palette/asked.ts'
import { CommandPalette } from './palette/command-palette.tsx'
import { useScreens } from './use-screens.ts'

// Nothing is typed right after its key that could be lost while it loads, other than into the palette.
const KeysDialog = createDeferredPart(
  () => import('./palette/keys-dialog.tsx').then((module) => module.KeysDialog),
  { name: 'The list of keys', kind: 'overlay' },
)

/** How many askings for the palette were answered, in any session: one that came before this part had loaded was not. */
let answered = 0

/** A dialog, and which asking for it this is: each asking has a dialog of its own. */
interface Asked {
  dialog: 'palette' | 'keys'
  asking: number
}

let askings = 0

function ask(dialog: Asked['dialog']): Asked {
  askings += 1
  return { dialog, asking: askings }
}

/** What every screen has and no first row needs: title, sound and spoken words, the palette and the list of keys. */
export function FrameExtras() {
  const screens = useScreens()
  const [open, setOpen] = useState<Asked | null>(null)
  // A dialog says that it closed a moment later: it may have been asked for again by then, or another.
  const close = (closed: Asked) => setOpen((now) => (now === closed ? null : now))

  const connection = useContext(ConnectionContext)
  useEffect(watchRoom, [])
  useEffect(() => watchConnection(connection), [connection])

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const asked = readAsked(event)
      if (asked === null) return
      event.preventDefault()
      setOpen(ask(asked))
    }
    const openPalette = () => {
      if (paletteAsked.read() > answered) setOpen(ask('palette'))
      answered = paletteAsked.read()
    }
    openPalette()
    window.addEventListener('keydown', listen)
    const stopPalette = paletteAsked.subscribe(openPalette)
    const stopKeys = keysAsked.subscribe(() => setOpen(ask('keys')))
    return () => {
      window.removeEventListener('keydown', listen)
      stopPalette()
      stopKeys()
    }
  }, [])

  return (
    <>
      <Effects />
      {open?.dialog === 'palette' && (
        <CommandPalette key={open.asking} screens={screens} onClose={() => close(open)} />
      )}
      {open?.dialog === 'keys' && <KeysDialog key={open.asking} onClose={() => close(open)} />}
    </>
  )
}

/** Ctrl+K, or Command+K on a Mac, also out of a field; '?' only where it is not typed. Over a dialog neither. */
function readAsked(event: KeyboardEvent): Asked['dialog'] | null {
  const isPalette = ['Ctrl+k', 'Meta+k'].includes(readShortcut(event) ?? '')
  if (isPalette) return isOverlayOpen() ? null : 'palette'
  return readCommandKey(event) === '?' && !event.repeat ? 'keys' : null
}
