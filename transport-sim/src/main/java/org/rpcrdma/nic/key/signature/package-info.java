// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: block signatures (T10-DIF and CRCs) of indirect keys: where they lie in memory and on the wire, and what is
 * checked.
 */
package org.rpcrdma.nic.key.signature;
