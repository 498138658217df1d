import { useState } from 'react'
import type { BotVersions } from '#src/contract/bot-versions.ts'
import { Button } from '#src/ui/button.tsx'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { describeVersions } from './describe-versions.ts'
import styles from './intents.module.css'
import { useBotVersions } from './online-queries.ts'

const VersionDialog = createDeferredPart(
  () => import('./version-dialog.tsx').then((module) => module.VersionDialog),
  { name: 'The former version', kind: 'overlay' },
)

/** Which version answers, where that is not the one that was trained last, and the way to the former one. */
export function FormerVersion({ onPublished }: { onPublished(): void }) {
  const { versions, state, problem, readOnly, goBack } = useBotVersions()
  const [isOpen, setOpen] = useState(false)
  const former = versions?.former

  return (
    <div className={styles.versions}>
      <p className={styles.note} role="status">
        {versions ? describeVersions(versions) : state === 'failed' ? problem : 'Loading…'}
      </p>
      {former != null && (
        <Button onClick={() => setOpen(true)} onPointerEnter={() => void VersionDialog.preload()}>
          Former version
        </Button>
      )}
      {isOpen && versions !== undefined && hasFormer(versions) && (
        <VersionDialog
          versions={versions}
          readOnly={readOnly}
          onGoBack={async (modelId) => {
            const went = await goBack(modelId)
            if (went.kind === 'failed') return went.message
            setOpen(false)
            onPublished()
            return null
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

type WithFormer = BotVersions & { former: NonNullable<BotVersions['former']> }

function hasFormer(versions: BotVersions): versions is WithFormer {
  return versions.former !== null
}
