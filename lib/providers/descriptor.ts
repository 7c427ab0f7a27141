/** What the product has to know about a provider, as data: `catalog.ts` has one of these for each. */

/** Method and documented path, as `call` of `lib/api.ts` takes them: "POST /stripe/connect/". */
export type EndpointKey = `${"GET" | "POST" | "PUT"} /${string}/`;

/** What can be asked for a provider; `lib/contracts/providers.ts` has the contract of each. */
export type ProviderAction =
  | "connectByKey"
  | "startConnect"
  | "completeConnect"
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

/** A source brings payouts, a ledger holds payments and takes deposits. */
export type ProviderRole = "source" | "ledger";

/** One input of the form that connects by key. */
export interface KeyField {
  /** What the provider's own folder calls it. */
  name: string;
  /** What the documented clients call it. */
  wire: string;
  label: string;
  /** Shown under the input. */
  hint?: string;
  placeholder?: string;
  /** Hidden while it is typed. */
  secret: boolean;
  /** For the OpenAPI document. */
  example: string;
}

/** Connects by typing secrets. */
interface ByKey {
  key: {
    /** What is typed, in a sentence: "a secret or restricted key". */
    credentials: string;
    /** In the order of the form. What the provider says against them shows under the last. */
    fields: readonly [KeyField, ...KeyField[]];
  };
  endpoints: Endpoints<"connectByKey">;
}

/** What a provider appends to the address of the page that it returns to. */
export type CallbackParameter = "code" | "realmId" | "state";

/** Connects by sending the browser to the provider and back. */
interface ByRedirect {
  redirect: {
    /** The page that the browser returns to; registered with the provider to the letter. */
    page: `/${string}`;
    parameters: readonly CallbackParameter[];
    /** Set to "true" in the address of the integrations page once it is connected. */
    notice: string;
    /** Where a failure shows: on that page, or on the integrations page. */
    onFailure: "stay" | "leave";
    /** What has to be set up for it, and how, for the error where it is not. */
    service: string;
    setUp: string;
    /** For the OpenAPI document. */
    examples: { authorizationUrl: string; callback: Readonly<Record<string, string>> };
  };
  endpoints: Endpoints<"startConnect" | "completeConnect">;
}

type Ways = (ByKey & { redirect?: never }) | (ByRedirect & { key?: never }) | (ByKey & ByRedirect);

/** What it charges: known from its lines, or predicted from a rate that the user sets. */
type Fees =
  | { reportsFees: true }
  | { reportsFees: false; endpoints: Endpoints<"readDiscount" | "saveDiscount"> };

interface Listed {
  /** Its name in addresses and answers, spelled as the documented clients spell it. */
  wire: string;
  name: string;
  /** On its card. */
  description: string;
}

/** Listed on the integrations page, and not to be connected yet. */
export interface ComingSoonDescriptor extends Listed {
  role: ProviderRole;
  comingSoon: true;
}

interface Connectable extends Listed {
  comingSoon: false;
  /** Begins the names of its operations in the OpenAPI document: "stripeConnect". */
  operations: string;
  /** What a sync fetches, in the OpenAPI document. */
  fetches: string;
  /** The account's id is a login id that the list of integrations shows. */
  accountIsLogin: boolean;
  endpoints: Endpoints<"disconnect" | "sync"> &
    Readonly<Partial<Record<ProviderAction, EndpointKey>>>;
}

export type SourceDescriptor = Connectable &
  Ways &
  Fees & { role: "source"; endpoints: Endpoints<"saveCategory"> };

export type LedgerDescriptor = Connectable &
  Ways & {
    role: "ledger";
    endpoints: Endpoints<
      "listBanks" | "saveBank" | "listClearing" | "saveClearing" | "listExpenses"
    >;
  };

export type ConnectableDescriptor = SourceDescriptor | LedgerDescriptor;
export type ProviderDescriptor = ComingSoonDescriptor | ConnectableDescriptor;
