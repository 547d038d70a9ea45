// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/**
 * What makes a shared receive queue serve XRC queue pairs.
 *
 * @param domain      the domain whose queue pairs it serves.
 * @param completions where its Receives complete.
 * @param number      what peers name it by.
 */
record XrcService(SimulatedXrcDomain domain, SimulatedCompletionQueue completions, int number) {}
