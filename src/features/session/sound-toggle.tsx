import { useContext } from 'react'
import { SoundContext } from '#src/lib/sound-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { IconButton } from '#src/ui/button.tsx'

/** Whether a guest's call for help is heard in this browser (specification section 2, Header). */
export function SoundToggle({ onChoose }: { onChoose(isOn: boolean): void }) {
  const isOn = useStore(useContext(SoundContext))
  return (
    <IconButton
      icon={isOn ? 'sound' : 'soundOff'}
      label="Sound notification"
      title={isOn ? 'Sound notification: on' : 'Sound notification: off'}
      aria-pressed={isOn}
      onClick={() => onChoose(!isOn)}
    />
  )
}
