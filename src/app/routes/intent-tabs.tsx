import { Link } from '@tanstack/react-router'
import tabs from '#src/ui/link-tabs.module.css'
import { useScreens } from '../use-screens.ts'

const ACTIVE = { className: tabs.isOn ?? '' }
const EXACT = { exact: true }

/** Intents and the bot's own words as links (specification section 2, Header); nothing for whoever may open one of them only. */
export function IntentTabs() {
  const translations = useScreens().find(({ id }) => id === 'translations')
  if (translations === undefined) return null
  return (
    <nav className={tabs.tabs} aria-label="Intents and built-in strings">
      <Link to="/intents" className={tabs.tab} activeProps={ACTIVE} activeOptions={EXACT}>
        Intents
      </Link>
      <Link to={translations.path} className={tabs.tab} activeProps={ACTIVE}>
        {translations.title}
      </Link>
    </nav>
  )
}
