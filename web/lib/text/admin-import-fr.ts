import type { AdminImportTexts } from './admin-import-en.ts'
import { pluralIn } from './plural.ts'

const plural = pluralIn('fr')

export const adminImportFr: AdminImportTexts = {
  open: 'Importer un CSV',
  title: 'Importer des produits',
  lead: 'Un fichier CSV, une ligne par variante. Rien ne change avant votre accord.',
  template: 'Télécharger le modèle',
  templateFailed: 'Le modèle n’a pas pu être téléchargé',
  choose: 'Fichier CSV',
  chooseHint: 'UTF-8, virgules ou points-virgules, 1 000 lignes et 1 Mo au plus.',
  look: 'Vérifier le fichier',
  looking: 'Vérification...',
  lookFailed: 'Le fichier n’a pas pu être vérifié',
  tooLarge: 'Le fichier dépasse 1 Mo.',
  apply: (n) => plural(n, { one: 'Faire {n} modification', other: 'Faire {n} modifications' }),
  applying: 'Importation...',
  applied: (n) => plural(n, { one: '{n} modification faite', other: '{n} modifications faites' }),
  applyFailed: 'Les produits n’ont pas pu être importés',
  nothing: 'La boutique est déjà conforme au fichier.',
  summary: (changes, unchanged) => `${changes} à modifier, ${unchanged} déjà conformes`,
  errors: (n) =>
    plural(n, {
      one: '{n} erreur : rien ne peut être importé',
      other: '{n} erreurs : rien ne peut être importé',
    }),
  refused: (n) =>
    plural(n, { one: '{n} modification refusée', other: '{n} modifications refusées' }),
  line: 'Ligne',
  column: 'Colonne',
  wrong: 'Ce qui ne va pas',
  value: 'Dans le fichier',
  what: 'Quoi',
  fields: 'Valeurs',
  wholeLine: 'ligne entière',
  countedBefore: (n) =>
    plural(n, {
      one: 'Ce fichier a déjà compté {n} variante, dont le stock diffère à présent',
      other: 'Ce fichier a déjà compté {n} variantes, dont le stock diffère à présent',
    }),
  countedNow: (counted, now) => `déjà compté par ce fichier : ${counted} ; à présent ${now}`,
  countAgain: 'Recompter : autant que dit le fichier, quoi qu’il ait été vendu ou perdu depuis',
  kinds: {
    add_product: 'Nouveau produit',
    change_product: 'Produit modifié',
    add_variant: 'Nouvelle variante',
    change_variant: 'Variante modifiée',
  },
  codes: {
    too_many_cells: 'Plus de cellules que de colonnes en première ligne',
    required: 'À remplir',
    too_long: 'Trop long',
    too_large: 'Trop grand',
    bad_money: 'Pas un montant comme 12.50',
    bad_number: 'Pas un nombre entier',
    bad_flag: 'Ni 1 ni 0',
    differs_from_line: 'Une autre ligne dit autre chose de ce produit',
    product_twice: 'Ce produit y est deux fois ; donnez un SKU à chaque variante',
    sku_twice: 'Ce SKU y est deux fois',
    sku_taken: 'Ce SKU appartient à un autre produit',
    ambiguous_product: 'Plusieurs produits portent ce nom',
    unknown_raffle: 'Cette tombola n’existe pas',
    ambiguous_raffle: 'Plusieurs tombolas portent ce nom ; utilisez leur numéro',
    raffle_closed: 'Cette tombola ne vend plus rien',
    below_zero: 'Le prix d’une variante passerait sous 0.00',
    below_used: 'Moins de billets que vendus et réservés',
    too_many_variants: 'Un produit a 100 variantes au plus',
    stock_short: 'Moins de pièces que réservées',
    not_counted: 'Une alerte demande un stock',
    refused: 'Refusé',
  },
}
