// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Replays a capture's RPCs through the transport.
 *
 * <p>A {@link org.rpcrdma.replay.Workload} contains the RPCs of a capture. A {@link org.rpcrdma.replay.ReplayClient}
 * issues the calls with the captured chunk lengths and concurrency. A {@link org.rpcrdma.replay.ReplayService} answers
 * each call with the captured reply. Both compare every received byte with the captured byte.
 *
 * <p>A {@link org.rpcrdma.replay.RegistrationTrace} lists the regions that the capture's clients had registered, with
 * their lifetimes.
 *
 * @since 0.1.0
 */
package org.rpcrdma.replay;
