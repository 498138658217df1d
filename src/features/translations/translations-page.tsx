import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { useState } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { BOT_LOCALE, LOCALES } from '#src/domain/translations/locales.ts'
import { nameLocale } from '#src/domain/translations/name-locale.ts'
import type { Store } from '#src/lib/store.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Page } from '#src/ui/page.tsx'
import { CatalogEditor } from './catalog-editor.tsx'
import styles from './translations.module.css'

interface TranslationsPageProps {
  /** The way to the intents. */
  tabs: Elements
  /** Whether something would be lost with the screen: before it goes, the user is asked. */
  unsaved: Store<boolean>
}

/** `/intents/translations` (specification section 2): what the bot itself says to guests, by language. */
export function TranslationsPage({ tabs, unsaved }: TranslationsPageProps) {
  const [locale, setLocale] = useState(BOT_LOCALE)
  const [asked, setAsked] = useState<string | null>(null)

  function choose(next: string) {
    if (unsaved.get()) setAsked(next)
    else setLocale(next)
  }

  return (
    <Page
      title="Built-In Intent Strings"
      lead="What the bot itself says to guests, beside the responses of intents. What is saved holds from its next answer on."
      width="wide"
    >
      {tabs}
      <div className={styles.chooser}>
        <label htmlFor="locale">Language</label>
        <NativeSelect
          id="locale"
          className={styles.select}
          value={locale}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {LOCALES.map((tag) => (
            <option key={tag} value={tag}>
              {`${nameLocale(tag)} (${tag})`}
            </option>
          ))}
        </NativeSelect>
        {locale !== BOT_LOCALE && (
          <p
            className={styles.note}
          >{`The bot speaks English. What you save here is kept for when it speaks ${nameLocale(locale)}.`}</p>
        )}
      </div>
      <CatalogEditor key={locale} locale={locale} unsaved={unsaved} />
      {asked !== null && (
        <ConfirmDialog
          title="Go on without saving?"
          confirmLabel="Go on"
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            setLocale(asked)
          }}
        >{`What you typed in ${nameLocale(locale)} is not saved yet. It is lost if you go on.`}</ConfirmDialog>
      )}
    </Page>
  )
}
