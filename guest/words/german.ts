import type { Words } from './english.ts'

export const GERMAN: Words = {
  title: 'Hotel-Chat',
  head: {
    greeting: 'Wir sind für Sie da',
    connecting: 'Verbindung wird hergestellt …',
    connected: 'Verbunden',
    ready: 'Bereit, wenn Sie es sind',
    offline: 'Offline: Ihr Text bleibt erhalten und wird später gesendet',
    end: 'Beenden',
    endLabel: 'Diese Unterhaltung beenden',
  },
  log: {
    label: 'Nachrichten',
    welcome:
      'Fragen Sie alles rund um Ihren Aufenthalt: Frühstück, WLAN, späte Abreise, ein Tisch für heute Abend. Schreiben Sie {person}, und jemand aus unserem Team übernimmt.',
    endedLabel: 'Beendete Unterhaltung',
    ended: 'Die Unterhaltung ist beendet. Auf diesem Gerät bleibt nichts davon zurück.',
    begin: 'Neue Unterhaltung beginnen',
  },
  message: {
    you: 'Sie',
    assistant: 'Bell, unser Assistent',
    authorAndTime: '{author}, {time}',
    sending: 'Wird gesendet …',
    waiting: 'Noch nicht gesendet',
    notSent: 'Nicht gesendet: {reason}',
    again: 'Noch einmal senden',
    discard: 'Verwerfen',
    file: 'Datei',
    open: '{name} öffnen',
    notLoaded: '{name} (konnte nicht geladen werden)',
  },
  composer: {
    name: 'Ihr Name',
    optional: 'freiwillig',
    label: 'Nachricht',
    hint: 'Nachricht schreiben',
    send: 'Senden',
  },
  survey: {
    label: 'Ihre Bewertung',
    question: 'Wie waren wir?',
    stars: { one: '{count} Stern', other: '{count} Sterne' },
    send: 'Bewertung senden',
    notNow: 'Nicht jetzt',
    asked: 'Wie waren wir? Vor dem Nachrichtenfeld können Sie unsere Hilfe mit Sternen bewerten.',
    thanks: 'Danke. Sie haben uns {stars} von {most} Sternen gegeben.',
    sending: '{stars} von {most} Sternen. Wird gesendet …',
    waiting: '{stars} von {most} Sternen. Noch nicht gesendet',
    change: 'Ändern',
    changeLabel: 'Ihre Bewertung ändern',
    close: 'Schließen',
    closeLabel: 'Ihre Bewertung schließen',
  },
  end: {
    question: 'Diese Unterhaltung beenden?',
    words:
      'Was hier geschrieben wurde, verschwindet von diesem Gerät, auch was noch nicht gesendet ist. Sie können jederzeit eine neue Unterhaltung beginnen.',
    keep: 'Behalten',
    confirm: 'Beenden',
  },
  kiosk: {
    question: 'Sind Sie noch da?',
    words:
      'Seit einer Weile hat niemand diese Seite benutzt. Die Unterhaltung endet in {left} und verschwindet von diesem Gerät.',
    seconds: { one: '{count} Sekunde', other: '{count} Sekunden' },
    stay: 'Ich bin noch da',
  },
  events: {
    personAsked: 'Ein Mensch wurde dazugebeten',
    notAnswered: 'Der Assistent wusste keine Antwort und hat jemanden dazugebeten',
    notPassedOn: 'Der Assistent konnte das nicht weitergeben und hat jemanden dazugebeten',
    passed: '{from} hat den Chat an {to} übergeben',
  },
  notice: {
    newConversation: 'Ihre frühere Unterhaltung gibt es nicht mehr. Dies ist eine neue.',
    later: '{reason} Was Sie geschrieben haben, bleibt erhalten und wird von selbst gesendet.',
  },
  refusal: {
    forbidden: 'Wir können hier zurzeit keine Nachrichten annehmen. Bitte wenden Sie sich an die Rezeption.',
    invalid: 'So können wir das nicht annehmen. Bitte schreiben Sie es mit anderen Worten.',
    tooLong: 'Das ist zu lang. Bitte teilen Sie es auf mehrere Nachrichten auf.',
    tooMany: 'Das war viel in kurzer Zeit. Bitte warten Sie einen Moment.',
    unavailable: 'Wir sind gerade nicht erreichbar.',
    unknown: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal oder fragen Sie an der Rezeption.',
  },
}
