// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rows: a class for each area, a method for each row. They know the verbs contract and no device.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.conformance.rows;
