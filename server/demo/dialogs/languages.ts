import { readDialogs } from './dialog.ts'

/** Conversations in the guests' own languages. Staff answer in it where they can. */
export const SPANISH = readDialogs(String.raw`
# toallas
G: Buenas noches, ¿nos podrían traer dos toallas más a la habitación {room}?
B: I'm still learning Spanish. Let me ask a colleague who speaks it well.
S: ¡Buenas noches, {firstName}! Soy {staff}. Enseguida se las suben. ¿Necesitan algo más?
G: Una almohada más, por favor. ¡Muchas gracias!
S: Hecho. ¡Que descansen!
# salida
G: ¿A qué hora hay que dejar la habitación?
S: A las 11:00, {firstName}. Si su vuelo sale por la tarde, puede quedarse hasta la 13:00 sin coste.
G: Sería estupendo, gracias 😊
`)
export const GERMAN = readDialogs(String.raw`
# frühstück
G: Guten Morgen, gibt es auch glutenfreies Brot zum Frühstück?
B: I'm still learning German. Let me ask a colleague who speaks it well.
S: Guten Morgen, {firstName}! Ja, bitte sagen Sie einfach Elena am Eingang Bescheid. Sie bringt Ihnen einen eigenen Korb.
G: Prima, vielen Dank!
# ruhe
G: Könnten wir bitte ein Zimmer zum Innenhof haben? Die Straße ist doch recht laut.
S: Natürlich. Zimmer {otherRoom} ist ruhig und ab 14 Uhr frei. Sollen wir Ihr Gepäck umziehen?
G: Das wäre sehr freundlich. Wir sind bis 16 Uhr unterwegs.
S: Dann finden Sie alles am neuen Ort vor. Den Schlüssel gibt es an der Rezeption.
`)
export const FRENCH = readDialogs(String.raw`
# dîner
G: Bonsoir, est-il possible de dîner dans la chambre ce soir ?
B: I'm still learning French. Let me ask a colleague who speaks it well.
S: Bonsoir {firstName}, ici {staff}. Bien sûr, jusqu'à 23 h. Je vous fais monter la carte ?
G: Volontiers. Ma femme est allergique aux noix.
S: C'est noté, la cuisine est prévenue. Comptez vingt-cinq minutes.
G: C'était délicieux, merci infiniment !
`)
export const ARABIC = readDialogs(String.raw`
# الغرفة
G: مساء الخير، هل يمكن تغيير الغرفة إلى طابق أعلى؟
B: I'm still learning Arabic. Let me ask a colleague who speaks it well.
S: مساء النور {firstName}، معك {staff}. الغرفة {otherRoom} في الطابق السادس جاهزة، هل ننقل الأمتعة؟
G: نعم من فضلك، شكراً جزيلاً 🌹
S: على الرحب والسعة. المفتاح الجديد عند الاستقبال.
`)
export const JAPANESE = readDialogs(String.raw`
# 朝食
G: こんばんは。明日の朝食は何時からですか。
B: I'm still learning Japanese. Let me ask a colleague who speaks it well.
S: こんばんは。朝食は6時30分から10時30分まで、1階のガーデンルームです。
G: ありがとうございます。空港行きのシャトルも予約できますか。
S: はい、7時30分の便を{guests}名様で予約いたしました。
`)
export const ITALIAN = readDialogs(String.raw`
# complimenti
G: Buongiorno! Volevo ringraziare lo staff del ristorante, ieri sera tutto squisito
B: How nice! I'm passing this on.
S: Grazie di cuore, {firstName}! Lo chef ne sarà felicissimo. Stasera vi teniamo lo stesso tavolo?
G: Sì, alle 20:30 per {guests}. A dopo!
`)
export const POLISH = readDialogs(String.raw`
# parking
G: Dzień dobry, czy parking jest strzeżony? Przyjeżdżamy z rowerami na dachu.
B: I'm still learning Polish. Let me ask a colleague who speaks it well.
S: Dzień dobry! Garaż jest zamknięty i monitorowany, wjazd ma 2,05 m. Rowery możemy schować w piwnicy.
G: Świetnie, dziękujemy!
`)
