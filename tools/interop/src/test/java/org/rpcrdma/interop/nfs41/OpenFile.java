// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

/**
 * A file that a client has open.
 *
 * @param handle     its file handle.
 * @param state      the open's state id.
 * @param delegation the state id of the read delegation that came with it, null if none did.
 */
record OpenFile(byte[] handle, byte[] state, byte[] delegation) {}
