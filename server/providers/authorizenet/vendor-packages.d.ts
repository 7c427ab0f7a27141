/** The parts of the vendor's package that we use; it ships no types. */
declare module "authorizenet" {
  /** Serializes itself, in the key order that the protocol requires. */
  export interface ApiRequest {
    setMerchantAuthentication(authentication: object): void;
    /** `{ "<name>Request": … }` */
    getJSON(): object;
  }
  export interface ApiController {
    setEnvironment(url: string): void;
    /** Calls back on a reply; on a failure it only sets its own `_error`. */
    execute(callback: () => void): void;
    getResponse(): unknown;
  }
  type NewRequest<T = unknown> = new () => ApiRequest & T;
  type NewController = new (request: object) => ApiController;

  const sdk: {
    APIContracts: {
      MerchantAuthenticationType: new () => {
        setName(name: string): void;
        setTransactionKey(key: string): void;
      };
      Paging: new () => { setLimit(limit: number): void; setOffset(offset: number): void };
      TransactionListSorting: new () => {
        setOrderBy(field: string): void;
        setOrderDescending(descending: boolean): void;
      };
      AuthenticateTestRequest: NewRequest;
      GetMerchantDetailsRequest: NewRequest;
      GetSettledBatchListRequest: NewRequest<{
        setIncludeStatistics(include: boolean): void;
        setFirstSettlementDate(date: string): void;
        setLastSettlementDate(date: string): void;
      }>;
      GetTransactionListRequest: NewRequest<{
        setBatchId(id: string): void;
        setSorting(sorting: object): void;
        setPaging(paging: object): void;
      }>;
      GetTransactionDetailsRequest: NewRequest<{ setTransId(id: string): void }>;
    };
    APIControllers: {
      AuthenticateTestController: NewController;
      GetMerchantDetailsController: NewController;
      GetSettledBatchListController: NewController;
      GetTransactionListController: NewController;
      GetTransactionDetailsController: NewController;
    };
  };
  export default sdk;
}

declare module "authorizenet/lib/logger.js" {
  interface Logger {
    debug(message: unknown): void;
    error(message: unknown): void;
  }
  const loggers: { getLogger: (category?: string, config?: object | null) => Logger };
  export default loggers;
}

/** The axios instance that the vendor's package requires; `import "axios"` is another one. */
declare module "axios/dist/node/axios.cjs" {
  import axios from "axios";
  export default axios;
}
