// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

/**
 * A client's open file.
 *
 * @param handle its file handle.
 * @param state the open's state id.
 * @param delegation the state id of the read delegation, or null.
 */
record OpenFile(byte[] handle, byte[] state, byte[] delegation) {}
