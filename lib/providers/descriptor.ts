/** A provider as data; `catalog.ts` holds one for each. */

/** Method and documented path, as `call` in `lib/api.ts` takes them: "POST /stripe/connect/". */
export type EndpointKey = `${"GET" | "POST" | "PUT"} /${string}/`;

/** The actions of a provider; their contracts are in `lib/contracts/providers.ts`. */
export type ProviderAction =
  | "connectByKey"
  | "startConnect"
  | "completeConnect"
  | "chooseAccount"
  | "disconnect"
  | "sync"
  | "readCategory"
  | "saveCategory"
  | "readDiscount"
  | "saveDiscount"
  | "listBanks"
  | "saveBank"
  | "listClearing"
  | "saveClearing"
  | "listExpenses";

type Endpoints<Action extends ProviderAction> = Readonly<Record<Action, EndpointKey>>;

/** A source has payouts; a ledger has payments and receives deposits. */
export type ProviderRole = "source" | "ledger";

/** One input of the form for connecting by key. */
export interface KeyField {
  /** Its name in the provider's own folder. */
  name: string;
  /** Its name in the documented API. */
  wire: string;
  label: string;
  /** Shown under the input. */
  hint?: string;
  placeholder?: string;
  /** Masked while typing. */
  secret: boolean;
  /** For the OpenAPI document. */
  example: string;
}

/** The provider's own page for a new key, or for an app that has one. */
export interface KeyPage {
  creates: "key" | "app";
  address: string;
  /** What is filled in there, and what is left to do. */
  text: string;
  /** What the key may read, as the page names it. */
  permissions: readonly string[];
}

/** Connects by entering keys. */
interface ByKey {
  key: {
    /** What the user enters, for use in a sentence: "a secret or restricted key". */
    credentials: string;
    /** In the order of the form. The provider's refusal shows under the last one. */
    fields: readonly [KeyField, ...KeyField[]];
    /** Where the provider makes such a key. */
    page?: KeyPage;
  };
  endpoints: Endpoints<"connectByKey">;
}

/** The query parameters that a provider adds to the callback page's URL. */
type CallbackParameter = "code" | "realmId" | "state";

/** Connects by OAuth redirect. */
interface ByRedirect {
  redirect: {
    /** The callback page; registered with the provider exactly like this. */
    page: `/${string}`;
    parameters: readonly CallbackParameter[];
    /** Query parameter of the integrations page, set to "true" after connecting. */
    notice: string;
    /** Where a failure is shown: on the callback page or the integrations page. */
    onFailure: "stay" | "leave";
    /** For the error shown when the installation is not configured for it: what to set. */
    service: string;
    setUp: string;
    /** What one of its accounts is called, where one consent can be for several: then `chooseAccount` is there, too. */
    account?: string;
    /** For the OpenAPI document. */
    examples: { authorizationUrl: string; callback: Readonly<Record<string, string>> };
  };
  endpoints: Endpoints<"startConnect" | "completeConnect">;
}

type Ways = (ByKey & { redirect?: never }) | (ByRedirect & { key?: never }) | (ByKey & ByRedirect);

/** Fees: reported in its lines, or predicted from a rate that the user sets. */
type Fees =
  | { reportsFees: true }
  | { reportsFees: false; endpoints: Endpoints<"readDiscount" | "saveDiscount"> };

interface Listed {
  /** Its name in paths and responses, in the documented spelling. */
  wire: string;
  name: string;
  /** On its card. */
  description: string;
}

interface Connectable extends Listed {
  /** It is coming soon on an installation without keys for it. */
  needsKeys?: true;
  /** What can't be connected or imported, said before connecting; each a sentence. */
  unsupported?: readonly string[];
  /**
   * Its data may train no models: what is said about it before connecting, where what the engine estimates from the books
   * is discarded after each run, and where the operator has it kept.
   */
  terms?: { discarded: string; kept: string };
  /** Prefix of its operation names in the OpenAPI document: "stripeConnect". */
  operations: string;
  /** What a sync fetches, in the OpenAPI document. */
  fetches: string;
  /** The account id is a login id, shown in the list of integrations. */
  accountIsLogin: boolean;
  /** Its payouts are dated by the day on which they were sent, not the one on which the bank has them. */
  datedWhenSent?: true;
  /** A company may connect several accounts, which share its settings. The database knows them by name. */
  severalAccounts?: true;
  endpoints: Endpoints<"disconnect" | "sync"> &
    Readonly<Partial<Record<ProviderAction, EndpointKey>>>;
}

export type SourceDescriptor = Connectable &
  Ways &
  Fees & { role: "source"; endpoints: Endpoints<"saveCategory"> };

/**
 * Nothing is connected: payouts come from files. Each account is a processor that the user names, with settings of its
 * own. Its endpoints are in `lib/contracts/payout-files.ts`.
 */
interface FileDescriptor extends Listed {
  role: "source";
  byFile: true;
  unsupported: readonly string[];
  reportsFees: true;
  accountIsLogin: false;
}

type LedgerDescriptor = Connectable &
  Ways & {
    role: "ledger";
    endpoints: Endpoints<"listBanks" | "saveBank" | "listExpenses">;
  };

export type ConnectableDescriptor = SourceDescriptor | LedgerDescriptor;
export type ProviderDescriptor = ConnectableDescriptor | FileDescriptor;
