// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the responding half of a queue pair. It is one of two kinds of {@link
 * org.rpcrdma.rnic.responder.RequestTaker}.
 *
 * <pre>
 * request --> Responder            in the order of PSNs: NAKs for gaps, repeats
 *               RequestExecution   SEND to a Receive, WRITE and atomics by rkey, READ to the ResponseSender
 *               RequestOutcomes    waits for the Landing: the Receive completes, the ACK or NAK goes out
 *               ResponseSender     READ responses, one packet per turn, and acknowledgements after them
 * </pre>
 *
 * <p>{@link org.rpcrdma.rnic.responder.UnreliableResponder} sends no answers.
 */
package org.rpcrdma.rnic.responder;
