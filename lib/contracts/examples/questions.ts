import type { Examples } from "./example";

const token = "Zx3vJ0mYc5nq8Wd1tKfLr2bQe7uHgA4sPi6oNk9yVxE";
const question = "Who paid 64.50 on Nov 2?";
const suggestions = ["Blue Harbor", "Olivia Eastwick"];

export const questionExamples: Examples = {
  askClient: {
    body: {
      deposit_id: 1042,
      line_id: 5122,
      email: "ada@example.com",
      question,
      suggestions,
    },
    response: { message: "Question sent to ada@example.com", question_id: 7 },
  },
  revokeQuestion: { body: { question_id: 7 }, response: { message: "Question withdrawn" } },
  readQuestion: {
    body: { token },
    response: {
      company: "Rosewood Studio",
      question,
      suggestions,
      processor: "Stripe",
      date: "2026-11-02",
      date_format: "MM-DD-YYYY",
      amount: "64.50",
      currency: "USD",
      description: "Order #10260",
    },
  },
  answerQuestion: {
    body: { token, answer: "Olivia Eastwick, for the November class" },
    response: { message: "Thank you. Your answer was sent." },
  },
  declineQuestions: {
    body: { token },
    response: { message: "You won't get more questions from this company." },
  },
};
