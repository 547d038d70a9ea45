// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: block signatures (T10-DIF and CRCs) of indirect keys: their places in memory and on the wire, and their
 * checks.
 */
package org.rpcrdma.nic.key.signature;
