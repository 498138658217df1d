import { useEffect, useState } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { recognisePlatform } from '#src/domain/devices/platform.ts'
import { isStandalone } from '#src/lib/platform.ts'
import { useStore } from '#src/lib/use-store.ts'
import { joinClasses } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Steps } from '#src/ui/steps.tsx'
import type { AlertsController } from './alerts-controller.ts'
import styles from './alerts-page.module.css'
import { AlertsSwitches } from './alerts-switches.tsx'
import { listFacts, type Fact } from './describe-facts.ts'
import { describeHealth } from './describe-health.ts'
import { evaluateHealth } from './health.ts'
import { TestAlert } from './test-alert.tsx'
import { listUnblockSteps } from './unblock-steps.ts'

interface AlertsPageProps {
  controller: AlertsController
  /** What an environment's origin is called. */
  nameEnvironment(origin: string): string
  /** How Bellhop gets an icon of its own. */
  install: Elements
}

/** Whether alerts reach this device, whose they are, and what helps where they do not (W4). */
export function AlertsPage({ controller, nameEnvironment, install }: AlertsPageProps) {
  const facts = useStore(controller.facts)
  const [isInstalled] = useState(() => isStandalone())
  const [platform] = useState(() => recognisePlatform(navigator.userAgent, navigator.maxTouchPoints))
  useEffect(() => controller.start(), [controller])
  // Whoever comes here wants to know how it is now.
  useEffect(() => void controller.check(), [controller])
  const health = evaluateHealth(facts, controller.me)
  const { tone, title, text } = describeHealth(health, facts, nameEnvironment)
  const isMine = facts.owner !== null && health.kind !== 'others'
  return (
    <Page title="Alerts on this device" width="narrow">
      <section className={styles.card} aria-label="Alerts">
        <div className={styles.verdict} data-tone={tone} role="status" aria-busy={facts.isBusy}>
          <Icon name={ICONS[tone]} size={24} />
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {health.kind === 'blocked' && <Steps steps={listUnblockSteps(platform, isInstalled)} />}
        <AlertsSwitches controller={controller} health={health} />
        {isMine && health.kind !== 'blocked' && <TestAlert controller={controller} />}
      </section>
      {install}
      <section className={styles.card} aria-label="What is known">
        <h2 className={styles.heading}>What is known</h2>
        <dl className={styles.facts}>
          {listFacts(facts, health, isInstalled).map((fact) => (
            <FactLine key={fact.name} fact={fact} />
          ))}
        </dl>
      </section>
    </Page>
  )
}

const ICONS = { good: 'check', plain: 'bell', warning: 'warning', bad: 'warning' } as const

function FactLine({ fact: { name, value, isGood } }: { fact: Fact }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={joinClasses(isGood === false && styles.isBad)}>
        {isGood !== null && <Icon name={isGood ? 'check' : 'close'} size={16} />}
        <span>{value}</span>
      </dd>
    </div>
  )
}
