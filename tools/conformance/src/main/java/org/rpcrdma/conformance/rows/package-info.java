// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rows, with one class per area and one method per row. They use only the verbs contract and do not depend on a
 * particular device.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.conformance.rows;
