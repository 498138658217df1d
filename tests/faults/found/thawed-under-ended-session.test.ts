import { it } from 'vitest'
import { SLEEPERS } from '../model/sleepers.ts'
import { expectToHold } from './hold.ts'

it.each([1, 4])(
  'a leader that slept while another tab signed out asks for nothing when it thaws (chance %i)',
  (seed) =>
    expectToHold({
      manner: 'all',
      seed,
      returns: false,
      steps: SLEEPERS['a leader that sleeps over a sign-out, and wakes without its lock'] ?? [],
    }),
)
