import { useState, type FormEvent } from 'react'
import type { Store } from '#src/lib/store.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyBox, LoadingBox, UnreadBox } from '#src/ui/empty-box.tsx'
import { SourceNote } from '#src/ui/list/source-note.tsx'
import { useNow } from '#src/ui/list/use-now.ts'
import { CatalogToolbar } from './catalog-toolbar.tsx'
import { filterLines, groupLines, keepMine, nameKey, restoreAll, typeText, type Drafts } from './drafts.ts'
import { StringField } from './string-field.tsx'
import styles from './translations.module.css'
import { describeError, useCatalogEdit } from './use-catalog-edit.ts'

type CatalogEdit = ReturnType<typeof useCatalogEdit>

interface CatalogEditorProps {
  locale: string
  unsaved: Store<boolean>
}

const NONE: Drafts = new Map()

/** The texts of one language, each with a field, and saved together. */
export function CatalogEditor({ locale, unsaved }: CatalogEditorProps) {
  const edit = useCatalogEdit(locale, unsaved)
  const { source, row, lines, open, drafts, progress, why, change } = edit
  const [search, setSearch] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const now = useNow()
  if (row === undefined) return <NothingYet source={source} />

  const shown = filterLines(lines, { search, onlyChanged })
  const isLocked = source.readOnly !== null

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void edit.save()
  }

  return (
    <>
      <SourceNote source={source} now={now} />
      <CatalogToolbar
        {...{ search, onlyChanged, isLocked }}
        lines={lines}
        onSearch={setSearch}
        onFilter={setOnlyChanged}
        onRestore={() => change(restoreAll(drafts, lines))}
      />
      <form className={styles.form} aria-label="Built-In Intent Strings" noValidate onSubmit={onSubmit}>
        {shown.length === 0 && (
          <EmptyBox
            words={
              search.trim() === ''
                ? 'Every text is as it was shipped.'
                : `No text matches “${search.trim()}”.`
            }
          />
        )}
        {groupLines(shown).map(([name, group]) => (
          <section key={name} className={styles.group} aria-label={nameKey(name)}>
            <h2>{nameKey(name)}</h2>
            {group.map((line) => (
              <StringField
                key={line.key}
                {...{ line, locale, isLocked }}
                onType={(text) => change(typeText(drafts, line, text))}
                onKeep={() => change(keepMine(drafts, line))}
              />
            ))}
          </section>
        ))}
        <div className={styles.bar}>
          <Button
            type="submit"
            look="primary"
            disabled={why !== null || progress.kind === 'saving'}
            aria-busy={progress.kind === 'saving'}
            title={why ?? undefined}
          >
            SAVE TRANSLATIONS
          </Button>
          {open.length > 0 && progress.kind !== 'saving' && (
            <Button onClick={() => change(NONE)}>Undo all</Button>
          )}
          {progress.kind === 'failed' ? (
            <p className={styles.problem} role="alert">
              {progress.words}
            </p>
          ) : (
            <p className={styles.note} role="status">
              {describeProgress(progress, open.length, why)}
            </p>
          )}
        </div>
      </form>
    </>
  )
}

function describeProgress(
  { kind }: CatalogEdit['progress'],
  openCount: number,
  why: string | null,
): string | null {
  if (kind === 'saving') return 'Saving…'
  if (openCount > 0) return `${openCount} not saved. ${why ?? ''}`
  return kind === 'saved' ? 'Saved' : null
}

/** Before the first reading, or where there was none. */
function NothingYet({ source }: Pick<CatalogEdit, 'source'>) {
  if (source.state !== 'failed') return <LoadingBox />
  const words = describeError(source.problem ?? 'The texts could not be read.')
  return <UnreadBox words={words} onRetry={() => source.reload()} />
}
