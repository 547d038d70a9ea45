/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.arena;

import java.util.Map;

/**
 * What a counters file says of an arena, or of several that are summed up.
 *
 * @param id      1 or more, of no other arena that the file ever showed.
 * @param name    what the program named it.
 * @param arenas  how many arenas they are: 1, or 0 and more where they are summed up.
 * @param figures the figures that the file has, in their order; a file of an older version may lack some. Sums where the
 *                arenas are summed up, high-water marks included.
 */
public record ArenaReading(long id, String name, long arenas, Map<ArenaFigure, Long> figures) {}
