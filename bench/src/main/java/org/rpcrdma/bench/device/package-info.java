// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a comparison on a device of the host and in a simulation that is fitted to the device:
 * {@code rpcrdma compare --device}.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.device;
