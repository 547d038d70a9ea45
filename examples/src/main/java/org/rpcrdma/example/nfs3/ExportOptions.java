// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/**
 * What clients may do with an export.
 *
 * @param readOnly   true if nothing in it may change.
 * @param squashRoot true if root of a client is nobody here.
 * @param allowed    who may mount it and call.
 */
record ExportOptions(boolean readOnly, boolean squashRoot, Allowed allowed) {}
