import type { Translated } from './english.ts'

export const GERMAN: Translated = {
  clarify: {
    question:
      "Ich bin nicht sicher, ob ich Sie richtig verstehe. Könnten Sie es anders sagen? Oder schreiben Sie 'person', dann finde ich jemanden für Sie.",
  },
  handover: {
    asking: 'Ich frage eine Kollegin oder einen Kollegen. Gleich ist hier jemand für Sie da.',
    notUnderstood:
      'Darauf weiß ich keine Antwort, deshalb frage ich im Team nach. Gleich ist hier jemand für Sie da.',
    notPassedOn:
      'Ich konnte das nicht selbst weitergeben, deshalb frage ich im Team nach. Gleich ist hier jemand für Sie da.',
  },
  choice: { question: 'Was darf es sein?', taken: 'Danke.' },
  ticket: {
    question: 'Was darf ich weitergeben?',
    written: 'Ich habe es an unser Team weitergegeben.',
    onlyInHouse:
      "Das kann ich nur für Gäste tun, die eingecheckt haben. Bitte fragen Sie an der Rezeption, oder schreiben Sie 'person', dann finde ich jemanden für Sie.",
  },
  campaign: {
    rating: {
      ask: 'Bitte antworten Sie mit einer Zahl von {lowest} (schlecht) bis {highest} (ausgezeichnet).',
      thanks: 'Danke, das hilft uns.',
      sorry: 'Danke, dass Sie es uns sagen. Es tut uns leid, und wir sehen, was wir besser machen können.',
    },
    roomUpgrade: {
      ask: 'Bitte antworten Sie mit Yes (ja) oder No (nein).',
      declined: 'In Ordnung. Genießen Sie Ihren Aufenthalt.',
    },
  },
}
