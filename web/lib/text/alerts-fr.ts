import type { AlertTexts } from './alerts-en.ts'

export const alertsFr: AlertTexts = {
  title: {
    opens: 'Prévenez-moi à l’ouverture',
    tickets: 'Prévenez-moi dès qu’un billet se libère',
  },
  hint: 'Un seul message à votre numéro le moment venu, puis plus rien.',
  phone: 'Numéro de téléphone',
  consent: 'J’accepte de recevoir ce message',
  consentMissing: 'Merci d’accepter de recevoir le message.',
  ask: 'Prévenez-moi',
  asked: 'Nous vous préviendrons',
  askedHint: 'Vous recevrez un message dès que vous pourrez participer.',
  failed: 'La demande n’a pas pu être notée. Merci de réessayer.',
  list: 'Tombolas que vous suivez',
  none: 'Vous ne suivez aucune tombola.',
  forget: (raffle) => `Ne plus me prévenir pour ${raffle}`,
  draw: {
    coming: 'La vente est terminée. Le tirage a lieu en public, étape par étape.',
    done: 'Le tirage a eu lieu. Son numéro, ses étapes et sa preuve restent sur sa page.',
    go: 'Voir le tirage',
    cancelled: 'Cette tombola est annulée : pas de tirage, les commandes sont remboursées.',
  },
  stopTitle: 'Plus de messages sur les tombolas',
  stopLead: 'Nous envoyons un message par tombola suivie. Vous pouvez tous les arrêter ici.',
  stop: 'Arrêter ces messages',
  stopped: 'C’est fait. Ce numéro n’en recevra plus.',
}
