import type { Problem } from '#services/contract/problems.ts'

import { own, pluralIn } from './plural.ts'
import type { ProblemTexts } from './problems.ts'

const plural = pluralIn('ar')
const SHORT_WAIT_SECONDS = 60

const left = ({ available = 0, raffleName }: Problem) => {
  const raffle = raffleName ? ` في سحب ${own(raffleName)}` : ''
  return plural(available, {
    zero: `لم تبقَ تذاكر${raffle}`,
    one: `بقيت تذكرة واحدة فقط${raffle}`,
    two: `بقيت تذكرتان فقط${raffle}`,
    few: `بقيت {n} تذاكر فقط${raffle}`,
    many: `بقيت {n} تذكرة فقط${raffle}`,
    other: `بقيت {n} تذكرة فقط${raffle}`,
  })
}

const wait = ({ retryAfterSeconds: seconds = 0 }: Problem) =>
  seconds > 0 && seconds <= SHORT_WAIT_SECONDS
    ? plural(seconds, {
        one: 'يُرجى الانتظار ثانية واحدة قبل المحاولة مجدّدًا.',
        two: 'يُرجى الانتظار ثانيتين قبل المحاولة مجدّدًا.',
        few: 'يُرجى الانتظار {n} ثوانٍ قبل المحاولة مجدّدًا.',
        other: 'يُرجى الانتظار {n} ثانية قبل المحاولة مجدّدًا.',
      })
    : 'محاولات كثيرة. يُرجى المحاولة لاحقًا أو التواصل معنا على واتساب.'

const fields: Record<string, string> = {
  phone: 'يُرجى إدخال رقم هاتف صحيح مع رمز البلد',
  customerPhone: 'يُرجى إدخال رقم هاتف صحيح مع رمز البلد',
  fullName: 'يُرجى إدخال اسمك الكامل',
  code: 'يُرجى إدخال الرمز المكوّن من 6 أرقام',
  customerName: 'يُرجى إدخال الاسم والبريد الإلكتروني ورقم الهاتف.',
  customerEmail: 'يُرجى إدخال بريد إلكتروني صحيح.',
  email: 'يُرجى إدخال بريد إلكتروني صحيح.',
  deliveryAddress: 'يُرجى ملء جميع حقول عنوان التوصيل.',
}

export const problemsAr: ProblemTexts = {
  invalid_request: (problem) =>
    fields[problem.fields?.[0]?.path ?? ''] ?? 'بعض البيانات غير صحيحة. يُرجى مراجعتها.',
  variant_required: () => 'يُرجى اختيار نوع المنتج.',
  unknown_variant: () => 'هذا النوع غير متوفّر من المنتج.',
  wrong_code: ({ triesLeft }) =>
    triesLeft === undefined
      ? 'رمز غير صحيح'
      : plural(triesLeft, {
          zero: 'رمز غير صحيح. اطلب رمزًا جديدًا.',
          one: 'رمز غير صحيح. بقيت محاولة واحدة.',
          two: 'رمز غير صحيح. بقيت محاولتان.',
          few: 'رمز غير صحيح. بقيت {n} محاولات.',
          other: 'رمز غير صحيح. بقيت {n} محاولة.',
        }),
  code_expired: () => 'انتهت صلاحية هذا الرمز. يُرجى طلب رمز جديد.',
  weak_password: () => 'كلمة المرور ضعيفة أو مستعملة من قبل. اختر أخرى.',
  not_signed_in: () => 'يُرجى تسجيل الدخول.',
  wrong_password: () => 'البريد الإلكتروني أو كلمة المرور غير صحيحة',
  not_admin: () => 'هذا القسم للموظّفين فقط.',
  not_allowed: () => 'هذا غير مسموح لهذا الحساب. يُرجى التواصل معنا.',
  origin_refused: () => 'يجب أن يأتي هذا الطلب من المتجر نفسه.',
  password_change_required: () => 'يُرجى اختيار كلمة مرور جديدة أوّلًا.',
  not_found: () => 'لم نجد ما تبحث عنه.',
  raffle_ended: () => 'انتهى هذا السحب',
  raffle_not_open: () => 'لم يبدأ هذا السحب بعد',
  raffle_open: () => 'التذاكر متوفّرة: يمكنك المشاركة في هذا السحب الآن.',
  raffle_cancelled: () => 'أُلغي هذا السحب',
  raffle_halted: () => 'هذا السحب قيد المراجعة ولا يقبل الطلبات مؤقتًا.',
  tickets_left: left,
  unreadable_file: ({ fields: [first] = [] }) =>
    `تعذّرت قراءة هذا الملف${first ? `: ${own(first.message)}` : '.'}`,
  import_has_errors: () => 'في الملف أخطاء. لم يتغيّر شيء.',
  import_changed: () => 'تغيّر المتجر في هذه الأثناء. يُرجى مراجعة الملف من جديد.',
  stock_left: ({ available = 0, goods = '' }) =>
    available === 0 ? `نفد ${own(goods)}` : `المتبقّي ${available} فقط من ${own(goods)}`,
  stock_short: ({ available = 0 }) => `عدد القطع المتاحة ${available} فقط.`,
  stock_changed: ({ available = 0 }) => `تغيّر المخزون في هذه الأثناء: ${available}. يُرجى المراجعة.`,
  stock_not_tracked: () => 'قطع هذا النوع لا تُعدّ.',
  person_limit: ({ ticketsPerPersonMax = 0 }) =>
    plural(ticketsPerPersonMax, {
      one: 'يُسمح بتذكرة واحدة للشخص في هذا السحب.',
      two: 'يُسمح بتذكرتين للشخص في هذا السحب.',
      few: 'يُسمح بـ{n} تذاكر للشخص في هذا السحب.',
      other: 'يُسمح بـ{n} تذكرة للشخص في هذا السحب.',
    }),
  price_changed: () => 'تغيّرت الأسعار. يُرجى مراجعة سلّتك.',
  tickets_changed: () => 'تغيّرت تذاكر طلبك. يُرجى مراجعة سلّتك.',
  staff_excluded: ({ raffleName = '' }) =>
    `لا يجوز لصاحب المتجر ولمن له دور في القرعة دخول السحب على ${own(raffleName)}.`,
  product_unavailable: () => 'لم يعد هذا المنتج متوفّرًا',
  product_refused: () => 'رُفض المنتج الذي يعود إليه هذا النوع.',
  reference_used: () => 'هذا المرجع مسجّل لطلب آخر.',
  refund_too_large: () => 'لا يمكن أن يُعاد أكثر ممّا دُفع.',
  order_handed_over: () => 'خرجت بضاعة هذا الطلب أو سُلّمت.',
  other_shipping: () => 'لهذا الطلب طريقة تسليم أخرى.',
  nothing_signed: () => 'لم يُوقَّع شيء من السجل العلني لهذا السحب بعد.',
  evidence_not_public: () => 'تُعلَن الأدلّة بعد إجراء القرعة.',
  no_invoice: () => 'لم تصدر فاتورة لهذا الطلب بعد.',
  several_found: ({ fields: [first] = [] }) =>
    `أكثر من واحد بهذا الاسم. اكتب أحد هذه: ${own(first?.message ?? '')}`,
  edit_conflict: ({ changedBy }) =>
    changedBy === undefined
      ? 'عدّله شخص آخر للتوّ. يُرجى المراجعة.'
      : `عدّله \u2068${changedBy}\u2069 للتوّ. يُرجى المراجعة.`,
  cannot_delete_raffle: () => 'لهذا السحب منتج أو حجز أو تذاكر.',
  cannot_delete_product: () => 'طُلب هذا المنتج من قبل. يمكنك تعطيله.',
  cannot_delete_variant: () => 'طُلب هذا النوع من قبل. اجعل مخزونه 0 فلا يُباع بعد.',
  odds_would_change: () => 'بيعت تذاكر: لا يمكن زيادة إجماليها.',
  shortening_refused: () => 'لا يمكن إلا تأخير نهاية السحب.',
  terms_are_published: () => 'بيعت تذاكر: هذا الشرط ثابت.',
  below_sold_and_held: ({ used = 0 }) => `المبيع والمحجوز ${used}، ولا يمكن أن يقلّ الإجمالي عن ذلك.`,
  not_drawn: () => 'لهذا السحب تذاكر: لا يكتمل إلا بإجراء السحب.',
  licence_required: () => 'يلزم رقم ترخيص قبل نشر السحب.',
  sku_taken: () => 'رمز SKU هذا مستعمل لنوع آخر.',
  price_below_zero: () => 'لا يمكن أن يكون السعر أقلّ من صفر.',
  request_in_flight: () => 'طلبك قيد التنفيذ. يُرجى الانتظار لحظة.',
  order_cancelled: () => 'هذا الطلب ملغى',
  order_paid: () => 'هذا الطلب مدفوع',
  order_settling: () => 'يجري إصدار التذاكر. يُرجى المحاولة مجدّدًا بعد لحظة.',
  order_not_paid: () => 'هذا الطلب لم يُدفع بعد.',
  order_not_payable: () => 'يُدفع هذا الطلب عند الاستلام',
  hold_expired: () => 'انتهى حجز تذاكرك. يُرجى إعادة الطلب.',
  hold_gone: () => 'انتهى حجز هذه التذاكر',
  nothing_to_pay: () => 'لا مبلغ مستحقّ على هذا الطلب.',
  nothing_to_refund: () => 'لا مبلغ يُعاد عن هذا الطلب.',
  request_not_possible: () => 'لم يعد ممكنًا طلب ذلك لهذا الطلب.',
  buying_paused: () => 'الشراء بهذا الرقم موقوف مؤقتًا. لا يُباع له شيء حتى انتهاء المدّة.',
  buying_excluded: () => 'لا يُباع شيء لهذا الرقم حاليًا. يُرجى الاتصال بالمتجر.',
  monthly_cap: ({ monthlyCap, left: rest }) =>
    monthlyCap === undefined
      ? 'يتجاوز هذا الطلب الحد الشهري الموضوع لهذا الرقم.'
      : `حدّدت لنفسك \u2066$${monthlyCap}\u2069 في الشهر، وبقي منها \u2066$${rest}\u2069.`,
  limit_is_stricter: () => 'الحد القائم أشدّ. لا يمكن تخفيفه الآن.',
  account_in_use: ({ field }) =>
    field === 'giveUpTickets'
      ? 'لديك تذاكر في سحب لم تُجرَ قرعته بعد. يُرجى تأكيد التخلّي عنها.'
      : 'لديك طلب لم يكتمل بعد: نحتاج إلى رقمك حتى تسليمه أو ردّ قيمته.',
  phone_taken: () => 'هذا الرقم مرتبط بحساب آخر.',
  passkey_refused: () => 'لم يُقبل مفتاح المرور هذا. يُرجى المحاولة مجدّدًا.',
  invitation_over: () => 'استُعمل هذا الرابط أو انتهت مدّته. يُرجى طلب رابط آخر.',
  second_factor_required: () => 'يُرجى تأكيد هويّتك.',
  step_up_required: () => 'يُرجى تأكيد هويّتك مرّة أخرى.',
  address_refused: () => 'لا يمكن لفريق العمل الدخول من هذا العنوان.',
  already_invited: () => 'في الفريق من يستعمل هذا البريد الإلكتروني.',
  last_owner: () => 'المالك الأخير يبقى مالكًا. عيّن مالكًا آخر أولًا.',
  factor_exists: () => 'هناك تطبيق رموز مفعّل. أزله أولًا.',
  factor_unreadable: () =>
    'تعذّرت قراءة تطبيق الرموز. استعمل مفتاح مرور أو رمز استرداد، أو تواصل معنا.',
  no_factor: () => 'فعّل أولًا تطبيق رموز أو مفتاح مرور.',
  last_factor: () => 'فعّل عاملًا ثانيًا آخر قبل إزالة هذا.',
  no_tickets: () => 'لم تصدر تذاكر في هذا السحب بعد.',
  approval_required: () => 'يجب أن يوافق شخص ثانٍ على هذا. أُرسل طلب الموافقة.',
  approval_expired: () => 'انتهت مدّة هذا الطلب. يُرجى الطلب مجدّدًا.',
  own_request: () => 'يجب أن يقرّر شخص آخر في ما طلبته أنت.',
  already_decided: () => 'سبق البتّ في هذا الطلب.',
  needs_reason: () => 'يُرجى ذكر السبب.',
  unsupported_image: () => 'لا يمكن قراءة هذه الصورة.',
  contact_corrected: () => 'صُحّح الرقم أو العنوان منذ ذلك الحين. أعد إرسال الإيصال من الطلب.',
  receipt_outdated: () => 'أُلغي بعض تذاكره منذ ذلك الحين. أعد إرسال الإيصال من الطلب.',
  too_many_attempts: () => 'محاولات دفع كثيرة لهذا الطلب. يُرجى التواصل معنا.',
  too_large: () => 'الملف كبير جدًا.',
  idempotency_key_reused: () => 'تغيّر طلبك أثناء إرساله. يُرجى المحاولة مجدّدًا.',
  too_many_requests: wait,
  internal: () => 'حدث خطأ من جهتنا. يُرجى المحاولة مجدّدًا.',
  payment_provider_unavailable: () => 'مزوّد الدفع لا يجيب الآن. يُرجى المحاولة بعد قليل.',
  busy: () => 'نحن مشغولون جدًا. يُرجى المحاولة بعد لحظات.',
  waiting_room: () => 'عدد المشترين كبير جدًا الآن. يُرجى الانتظار لحظة؛ لم يُسجَّل أي طلب بعد.',
}
