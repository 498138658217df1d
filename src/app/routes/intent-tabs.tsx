import { Link } from '@tanstack/react-router'
import type { ScreenId } from '#src/domain/screens.ts'
import tabs from '#src/ui/link-tabs.module.css'
import { useScreens } from '../use-screens.ts'

const ACTIVE = { className: tabs.isOn ?? '' }
const EXACT = { exact: true }
const BESIDE: readonly ScreenId[] = ['translations', 'not-understood']

/**
 * Intents, the bot's own words and what it did not understand as links (specification section 2, Header); nothing for whoever
 * may open one of them only.
 */
export function IntentTabs() {
  const beside = useScreens().filter(({ id }) => BESIDE.includes(id))
  if (beside.length === 0) return null
  return (
    <nav className={tabs.tabs} aria-label="Intents and what belongs to them">
      <Link to="/intents" className={tabs.tab} activeProps={ACTIVE} activeOptions={EXACT}>
        Intents
      </Link>
      {beside.map(({ id, path, title }) => (
        <Link key={id} to={path} className={tabs.tab} activeProps={ACTIVE}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
