import axios from "axios/dist/node/axios.cjs";

// For the vendors' packages, which share this copy of axios and follow five redirects: a redirect would send a booking,
// or with 307 a refresh token, to another address. It fails like any other status.
axios.interceptors.request.use((config) => Object.assign(config, { maxRedirects: 0 }));
