// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Replays a capture's RPCs through the transport.
 *
 * <p>A {@link org.rpcrdma.replay.Workload} is read from a capture. A {@link org.rpcrdma.replay.ReplayClient} issues its
 * calls, with chunks of the captured lengths and the captured concurrency; a {@link org.rpcrdma.replay.ReplayService}
 * answers each with the captured reply. Both compare every byte that arrives with the captured byte.
 *
 * <p>A {@link org.rpcrdma.replay.RegistrationTrace} lists the regions that the capture's clients had registered, and
 * for how long.
 *
 * @since 0.1.0
 */
package org.rpcrdma.replay;
