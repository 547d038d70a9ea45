// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

/**
 * The XRC side of a shared receive queue.
 *
 * @param domain      whose queue pairs the shared receive queue serves.
 * @param completions queue that its Receives complete in.
 * @param number      by which peers address it.
 */
public record XrcService(SimulatedXrcDomain domain, SimulatedCompletionQueue completions, int number) {}
