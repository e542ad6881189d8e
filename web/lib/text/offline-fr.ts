import type { OfflineTexts } from './offline-en.ts'

export const offlineFr: OfflineTexts = {
  title: 'Vous êtes hors ligne',
  lead:
    'La boutique est injoignable. Les prix et le nombre de billets changent à chaque minute : ' +
    'ils ne sont donc pas affichés ici.',
  again: 'Réessayer',
  tickets: 'Vos billets',
  asOf: (day, time) => `État du ${day}, ${time}`,
  ends: (day) => `Tirage le ${day} ou dès que tout est vendu`,
  none: 'Aucun billet n’est gardé sur cet appareil.',
  noneHint: 'Ouvrez une fois votre espace ou une commande : ses billets s’afficheront ici.',
}
