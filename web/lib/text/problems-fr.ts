import type { Problem } from '#services/contract/problems.ts'

import { pluralIn } from './plural.ts'
import type { ProblemTexts } from './problems.ts'

const plural = pluralIn('fr')
const SHORT_WAIT_SECONDS = 60

const left = ({ available = 0, raffleName }: Problem) => {
  const raffle = raffleName ? ` pour ${raffleName}` : ''
  if (available === 0) return `Il ne reste aucun billet${raffle}`
  return plural(available, {
    one: `Il ne reste que {n} billet${raffle}`,
    other: `Il ne reste que {n} billets${raffle}`,
  })
}

const wait = ({ retryAfterSeconds: seconds = 0 }: Problem) =>
  seconds > 0 && seconds <= SHORT_WAIT_SECONDS
    ? plural(seconds, {
        one: 'Merci de patienter {n} seconde avant de réessayer.',
        other: 'Merci de patienter {n} secondes avant de réessayer.',
      })
    : 'Trop de tentatives. Merci de réessayer plus tard ou de nous contacter sur WhatsApp.'

const fields: Record<string, string> = {
  phone: 'Merci de saisir un numéro de téléphone valide avec l’indicatif du pays',
  customerPhone: 'Merci de saisir un numéro de téléphone valide avec l’indicatif du pays',
  fullName: 'Merci de saisir votre nom complet',
  code: 'Merci de saisir le code à 6 chiffres',
  customerName: 'Merci d’indiquer votre nom, votre e-mail et votre numéro de téléphone.',
  customerEmail: 'Merci d’indiquer une adresse e-mail valide.',
  email: 'Merci d’indiquer une adresse e-mail valide.',
  deliveryAddress: 'Merci de remplir tous les champs de l’adresse de livraison.',
}

export const problemsFr: ProblemTexts = {
  invalid_request: (problem) =>
    fields[problem.fields?.[0]?.path ?? ''] ??
    'Certaines informations sont incorrectes. Merci de les vérifier.',
  variant_required: () => 'Merci de choisir une option du produit.',
  unknown_variant: () => 'Cette option du produit n’existe pas.',
  wrong_code: ({ triesLeft }) =>
    triesLeft === undefined
      ? 'Code incorrect'
      : plural(triesLeft, {
          one: 'Code incorrect. Il reste {n} essai.',
          other: 'Code incorrect. Il reste {n} essais.',
        }),
  code_expired: () => 'Ce code a expiré. Merci d’en demander un nouveau.',
  weak_password: () => 'Mot de passe trop faible ou déjà utilisé. Choisissez-en un autre.',
  not_signed_in: () => 'Merci de vous connecter.',
  wrong_password: () => 'E-mail ou mot de passe incorrect',
  not_admin: () => 'Réservé au personnel.',
  not_allowed: () => 'Ce compte ne le permet pas. Merci de nous contacter.',
  origin_refused: () => 'Cette demande doit venir de la boutique elle-même.',
  password_change_required: () => 'Merci de choisir d’abord un nouveau mot de passe.',
  not_found: () => 'Introuvable.',
  raffle_ended: () => 'Cette tombola est terminée',
  raffle_not_open: () => 'Cette tombola n’a pas encore commencé',
  raffle_open: () => 'Il y a des billets : vous pouvez participer dès maintenant.',
  raffle_cancelled: () => 'Cette tombola a été annulée',
  raffle_halted: () => 'Cette tombola est en cours de vérification et ne prend pas de commandes.',
  tickets_left: left,
  unreadable_file: ({ fields: [first] = [] }) =>
    `Ce fichier est illisible${first ? ` : ${first.message}` : '.'}`,
  import_has_errors: () => 'Le fichier contient des erreurs. Rien n’a été modifié.',
  import_changed: () => 'La boutique a changé entre-temps. Merci de revérifier le fichier.',
  stock_left: ({ available = 0, goods = '' }) =>
    available === 0 ? `${goods} est épuisé` : `Il n’en reste que ${available} : ${goods}`,
  stock_short: ({ available = 0 }) => `Il n’y a que ${available} pièces libres.`,
  stock_changed: ({ available = 0 }) =>
    `Le stock a changé entre-temps : ${available} pièces. Merci de revoir.`,
  stock_not_tracked: () => 'Le stock de cette variante n’est pas suivi.',
  person_limit: ({ ticketsPerPersonMax = 0 }) =>
    plural(ticketsPerPersonMax, {
      one: 'Cette tombola est limitée à {n} billet par personne.',
      other: 'Cette tombola est limitée à {n} billets par personne.',
    }),
  price_changed: () => 'Les prix ont changé. Merci de vérifier votre panier.',
  tickets_changed: () =>
    'Les billets de votre commande ont changé. Merci de vérifier votre panier.',
  staff_excluded: ({ raffleName = '' }) =>
    `Le propriétaire et le personnel du tirage ne peuvent pas jouer pour : ${raffleName}`,
  product_unavailable: () => 'Ce produit n’est plus disponible',
  product_refused: () => 'Le produit de cette variante a été refusé.',
  reference_used: () => 'Cette référence figure déjà sur une autre commande.',
  refund_too_large: () => 'On ne peut pas rembourser plus que ce qui a été payé.',
  order_handed_over: () => 'Les articles de cette commande sont déjà partis ou remis.',
  other_shipping: () => 'Cette commande parvient autrement à son acheteur.',
  nothing_signed: () => 'Rien du journal public de cette tombola n’est encore signé.',
  evidence_not_public: () => 'Les preuves sont publiques une fois le tirage fait.',
  no_invoice: () => 'Aucune facture n’a encore été émise pour cette commande.',
  several_found: ({ fields: [first] = [] }) =>
    `Plusieurs portent ce nom. Saisissez l’un de ceux-ci : ${first?.message ?? ''}`,
  edit_conflict: ({ changedBy }) =>
    changedBy === undefined
      ? 'Quelqu’un vient de modifier cela. Merci de vérifier.'
      : `${changedBy} vient de modifier cela. Merci de vérifier.`,
  cannot_delete_raffle: () => 'Cette tombola a un produit, une réservation ou des billets.',
  cannot_delete_product: () => 'Ce produit a été commandé. Vous pouvez le rendre inactif.',
  cannot_delete_variant: () =>
    'Cette variante a été commandée. Mettez son stock à 0 pour ne plus la vendre.',
  odds_would_change: () => 'Des billets sont vendus : le total ne peut pas augmenter.',
  shortening_refused: () => 'La fin d’une tombola ne peut qu’être reportée.',
  terms_are_published: () => 'Des billets sont vendus : cette condition est fixée.',
  below_sold_and_held: ({ used = 0 }) =>
    `${used} billets sont vendus ou réservés ; le total ne peut pas être inférieur.`,
  not_drawn: () => 'Cette tombola a des billets : c’est son tirage qui la termine.',
  licence_required: () => 'Une tombola a besoin d’un numéro de licence avant sa publication.',
  sku_taken: () => 'Ce SKU est déjà celui d’une autre variante.',
  price_below_zero: () => 'Le prix ne peut pas descendre sous zéro.',
  request_in_flight: () => 'Votre commande est en cours. Merci de patienter un instant.',
  order_cancelled: () => 'Cette commande est annulée',
  order_paid: () => 'Cette commande est déjà payée',
  order_settling: () => 'Les billets sont en cours d’émission. Merci de réessayer dans un instant.',
  order_not_paid: () => 'Cette commande n’est pas encore payée.',
  order_not_payable: () => 'Cette commande se règle au comptoir',
  hold_expired: () => 'Votre réservation a expiré. Merci de commander à nouveau.',
  hold_gone: () => 'La réservation de ces billets a expiré',
  nothing_to_pay: () => 'Rien à payer pour cette commande.',
  nothing_to_refund: () => 'Rien à rembourser pour cette commande.',
  request_not_possible: () => 'Ce n’est plus possible pour cette commande.',
  buying_paused: () =>
    'Les achats avec ce numéro sont suspendus. Rien ne lui est vendu avant la fin de la pause.',
  buying_excluded: () =>
    'Rien n’est vendu à ce numéro pour le moment. Veuillez contacter la boutique.',
  monthly_cap: ({ monthlyCap, left: rest }) =>
    monthlyCap === undefined
      ? 'Cette commande dépasse le plafond mensuel fixé pour ce numéro.'
      : `Vous vous êtes limité à $${monthlyCap} par mois ; il vous reste $${rest}.`,
  limit_is_stricter: () => 'La limite en place est plus stricte. Elle ne peut pas être assouplie.',
  account_in_use: ({ field }) =>
    field === 'giveUpTickets'
      ? 'Vous avez des billets d’une tombola à venir. Merci de confirmer que vous y renoncez.'
      : 'Une commande est en cours : votre numéro reste nécessaire jusqu’à sa remise.',
  phone_taken: () => 'Ce numéro appartient à un autre compte.',
  passkey_refused: () => 'Cette clé d’accès n’a pas été acceptée. Merci de réessayer.',
  invitation_over: () => 'Ce lien a servi ou a expiré. Demandez-en un autre.',
  second_factor_required: () => 'Merci de confirmer que c’est bien vous.',
  step_up_required: () => 'Merci de confirmer encore une fois que c’est bien vous.',
  address_refused: () => 'L’équipe ne peut pas se connecter depuis cette adresse.',
  already_invited: () => 'Quelqu’un de l’équipe a déjà cet e-mail.',
  last_owner: () => 'Le dernier propriétaire le reste. Nommez-en d’abord un autre.',
  factor_exists: () => 'Une application de codes est déjà en place. Retirez-la d’abord.',
  factor_unreadable: () =>
    'Application de codes illisible. Utilisez clé d’accès ou code de secours, ou écrivez-nous.',
  no_factor: () => 'Mettez d’abord en place une application de codes ou une clé d’accès.',
  last_factor: () => 'Mettez en place un autre second facteur avant de retirer celui-ci.',
  no_tickets: () => 'Cette tombola n’a encore émis aucun billet.',
  approval_required: () => 'Une deuxième personne doit l’approuver. La demande est envoyée.',
  approval_expired: () => 'Cette demande a expiré. Merci de la refaire.',
  own_request: () => 'Quelqu’un d’autre doit décider de ce que vous avez demandé.',
  already_decided: () => 'Cette demande est déjà tranchée.',
  needs_reason: () => 'Merci d’indiquer la raison.',
  unsupported_image: () => 'Cette image est illisible.',
  contact_corrected: () =>
    'Le numéro ou l’adresse a été corrigé depuis. Renvoyez le reçu depuis la commande.',
  receipt_outdated: () =>
    'Certains de ses billets sont annulés depuis. Renvoyez le reçu depuis la commande.',
  too_many_attempts: () => 'Trop d’essais de paiement pour cette commande. Contactez-nous.',
  too_large: () => 'Le fichier est trop volumineux.',
  idempotency_key_reused: () => 'Votre commande a changé pendant l’envoi. Merci de réessayer.',
  too_many_requests: wait,
  internal: () => 'Un problème est survenu de notre côté. Merci de réessayer.',
  payment_provider_unavailable: () =>
    'Le prestataire de paiement ne répond pas. Merci de réessayer dans un instant.',
  busy: () => 'Nous sommes très sollicités. Merci de réessayer dans un instant.',
  waiting_room: () =>
    'Énormément de personnes achètent en ce moment. Merci de patienter un instant ; rien n’a ' +
    'encore été commandé.',
}
