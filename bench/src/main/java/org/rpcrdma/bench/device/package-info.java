// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a comparison on a device of the host beside a simulation that is fitted to it: {@code rpcrdma compare --device}.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.device;
