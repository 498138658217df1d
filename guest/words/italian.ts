import type { Words } from './english.ts'

export const ITALIAN: Words = {
  title: 'Chat dell’hotel',
  head: {
    greeting: 'Siamo qui per Lei',
    connecting: 'Connessione…',
    connected: 'Connesso',
    ready: 'Quando vuole, siamo pronti',
    offline: 'Offline: ciò che scrive viene conservato e inviato appena torna la linea',
    end: 'Termina',
    endLabel: 'Termina questa conversazione',
  },
  log: {
    label: 'Messaggi',
    welcome:
      'Chieda tutto ciò che vuole sul Suo soggiorno: colazione, Wi-Fi, check-out posticipato, un tavolo per stasera. Scriva {person} e qualcuno del nostro personale Le risponderà.',
    endedLabel: 'Conversazione terminata',
    ended: 'La conversazione è terminata. Su questo dispositivo non ne resta nulla.',
    begin: 'Inizia una nuova conversazione',
  },
  message: {
    you: 'Lei',
    assistant: 'Bell, il nostro assistente',
    authorAndTime: '{author}, {time}',
    sending: 'Invio in corso…',
    waiting: 'In attesa di invio',
    notSent: 'Non inviato: {reason}',
    again: 'Invia di nuovo',
    discard: 'Elimina',
    file: 'file',
    open: 'Apri {name}',
    notLoaded: '{name} (impossibile caricarlo)',
  },
  composer: {
    name: 'Il Suo nome',
    optional: 'facoltativo',
    label: 'Messaggio',
    hint: 'Scriva un messaggio',
    send: 'Invia',
  },
  survey: {
    label: 'La Sua valutazione',
    question: 'Come siamo andati?',
    stars: { one: '{count} stella', other: '{count} stelle' },
    send: 'Invia valutazione',
    notNow: 'Non ora',
    asked: 'Come siamo andati? Può valutare il nostro aiuto con le stelle, prima del campo del messaggio.',
    thanks: 'Grazie. Il Suo voto per noi è {stars} su {most}.',
    sending: 'Voto: {stars} su {most}. Invio in corso…',
    waiting: 'Voto: {stars} su {most}. In attesa di invio',
    change: 'Modifica',
    changeLabel: 'Modifica la Sua valutazione',
    close: 'Chiudi',
    closeLabel: 'Chiudi la Sua valutazione',
  },
  end: {
    question: 'Terminare questa conversazione?',
    words:
      'Ciò che è stato detto qui sparisce da questo dispositivo, anche ciò che non è ancora stato inviato. Può iniziare una nuova conversazione in qualsiasi momento.',
    keep: 'Conservala',
    confirm: 'Termina',
  },
  kiosk: {
    question: 'È ancora qui?',
    words:
      'Da un po’ nessuno usa questa pagina. La conversazione termina tra {left} e sparisce da questo dispositivo.',
    seconds: { one: '{count} secondo', other: '{count} secondi' },
    stay: 'Sono ancora qui',
  },
  events: {
    personAsked: 'È stata chiamata una persona',
    notAnswered: 'L’assistente non sapeva rispondere e ha chiamato una persona',
    notPassedOn: 'L’assistente non è riuscito a inoltrare la richiesta e ha chiamato una persona',
    passed: '{from} ha passato la chat a {to}',
  },
  notice: {
    newConversation: 'La Sua conversazione precedente non è più qui. Questa è nuova.',
    later: '{reason} Ciò che ha scritto viene conservato e inviato da solo.',
  },
  refusal: {
    forbidden: 'Al momento non possiamo ricevere messaggi qui. Si rivolga alla reception, per favore.',
    invalid: 'Non possiamo riceverlo così com’è. Lo scriva con altre parole, per favore.',
    tooLong: 'È troppo lungo. Lo scriva in più messaggi, per favore.',
    tooMany: 'È stato molto in poco tempo. Attenda un momento, per favore.',
    unavailable: 'Al momento non siamo raggiungibili.',
    unknown: 'Non ha funzionato. Riprovi o chieda alla reception.',
  },
}
