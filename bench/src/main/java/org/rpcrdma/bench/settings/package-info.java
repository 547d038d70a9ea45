// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The settings of a comparison: {@link org.rpcrdma.bench.settings.ComparisonSettings.Builder} builds and checks them.
 */
package org.rpcrdma.bench.settings;
