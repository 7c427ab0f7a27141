import type { Examples } from "./example";

const token = "Zx3vJ0mYc5nq8Wd1tKfLr2bQe7uHgA4sPi6oNk9yVxE";
const id = "8b1f0f3e-5f0c-4c7e-9a51-0d3c6b9be2a4";
const other = "2c9d1d5a-7a44-4f0b-8a0e-6d1f7b3b9c11";
const name = "Rosewood Studio";
const email = "sam@example.com";
const password = "seven silent lighthouses";
const company = { id, name, role: "bookkeeper" };

const apiToken = {
  id: "5e0c7b61-92c8-4bd0-9a3f-7f0f5f0a6c2e",
  name: "Payroll export",
  role: "viewer",
  acts_as: "viewer",
  made_by: "ada",
  created_at: "2026-11-02T09:30:00.000Z",
  expires_at: "2027-11-02T09:30:00.000Z",
  expired: false,
  last_used_at: "2026-11-03T04:00:12.000Z",
};

export const peopleExamples: Examples = {
  companyList: {
    response: {
      companies: [{ id: other, name: "Blue Harbor", role: "owner" }, company],
      current: other,
      ledger: "quickbook",
    },
  },
  createCompany: {
    body: { company_name: name, copy_from: other },
    response: {
      message: `${name} was created. The settings and 2 rules of Blue Harbor were copied.`,
      company: { ...company, role: "owner" },
    },
  },
  companiesWithDeposit: {
    response: { companies: [company] },
  },
  switchCompany: {
    body: { company_id: id },
    response: { message: `You're working in ${name}`, company },
  },
  leaveCompany: {
    body: { company_name: name },
    response: { message: `You left ${name}`, company_id: other },
  },
  deleteCompany: {
    body: { company_name: name, current_password: "correct horse battery" },
    response: { message: `${name} was deleted`, company_id: other },
  },
  companiesOverview: {
    response: {
      companies: [
        {
          ...company,
          suggested: 3,
          to_decide: 1,
          not_posted: 0,
          on_their_way: 2,
          connected: 2,
          ending: 0,
          last_synced_at: "2026-11-02T04:12:00.000Z",
          last_posted_at: "2026-10-30T15:20:00.000Z",
          months: [
            { first_day: "2026-10-01", deposits: 21, open: 0 },
            { first_day: "2026-11-01", deposits: 4, open: 4 },
          ],
        },
      ],
    },
  },
  syncCompanies: {
    body: { company_ids: [id] },
    response: { message: "Sync of 2 connections started", started: 2 },
  },
  peopleList: {
    response: {
      members: [
        {
          user_id: 7,
          username: "ada",
          name: "Ada Lovelace",
          email: "ada@lovelace-books.example",
          role: "owner",
          joined_at: "2026-01-12T09:30:00.000Z",
          you: true,
        },
      ],
      invitations: [
        {
          id: 3,
          email,
          role: "bookkeeper",
          invited_by: "ada",
          expires_at: "2026-11-09T09:30:00.000Z",
          expired: false,
        },
      ],
    },
  },
  invite: {
    body: { email, role: "bookkeeper" },
    response: { message: `Invitation sent to ${email}`, invitation_id: 3 },
  },
  resendInvitation: {
    body: { invitation_id: 3 },
    response: { message: `Invitation sent to ${email}` },
  },
  revokeInvitation: {
    body: { invitation_id: 3 },
    response: { message: "Invitation withdrawn" },
  },
  changeRole: {
    body: { user_id: 12, role: "admin" },
    response: { message: "sam is an admin now" },
  },
  removeMember: { body: { user_id: 12 }, response: { message: "sam was removed" } },
  handOver: {
    body: { user_id: 12 },
    response: { message: "sam owns the company now, and you are an admin" },
  },
  apiTokenList: { response: { api_tokens: [apiToken] } },
  apiTokenSelf: {
    response: {
      api_token: {
        id: apiToken.id,
        name: apiToken.name,
        role: apiToken.role,
        acts_as: apiToken.acts_as,
        created_at: apiToken.created_at,
        expires_at: apiToken.expires_at,
        last_used_at: apiToken.last_used_at,
      },
      company: { id: "6f0c1c1e-0d5b-4f7e-9f3a-5b8f6c2d1e90", name: "Harbor Supply" },
    },
  },
  createApiToken: {
    body: {
      name: "Payroll export",
      role: "viewer",
      expires_in_days: 365,
      current_password: "correct horse battery",
    },
    response: {
      message: "Payroll export was created",
      token: "TOKEN dmat_exampleexampleexampleexampleexampleexample0",
      api_token: { ...apiToken, last_used_at: null },
    },
  },
  revokeApiToken: {
    body: { api_token_id: apiToken.id },
    response: { message: "Payroll export was revoked" },
  },
  ownApiTokens: {
    response: {
      api_tokens: [
        {
          name: apiToken.name,
          company: name,
          created_at: apiToken.created_at,
          last_used_at: apiToken.last_used_at,
        },
      ],
    },
  },
  revokeOwnApiTokens: { response: { message: "1 API token was revoked", revoked: 1 } },
  readInvitation: {
    body: { token },
    response: {
      company: name,
      role: "bookkeeper",
      invited_by: "Ada Lovelace",
      email,
      has_account: false,
    },
  },
  acceptInvitation: {
    body: { token },
    response: { message: `You joined ${name} as a bookkeeper`, company },
  },
  signUpInvited: {
    body: { token, username: "sam", password, password_confirm: password },
    response: {
      token: "TOKEN exampleexampleexampleexampleexampleexample0",
      user: {
        id: 12,
        username: "sam",
        email,
        first_name: "",
        last_name: "",
        date_joined: "2026-11-02T09:30:00.000Z",
      },
      message: "Account created successfully!",
    },
  },
};
