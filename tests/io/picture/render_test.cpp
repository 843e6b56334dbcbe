#include "io/picture/render.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "io/trajectory/sample_trajectories.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/fem/element_geometry.hpp"

namespace isocloth::io {
namespace {

using test::waving_sheet;

constexpr int kStride = 120 + 6;  ///< [pixels] from panel to panel

/// Small and quick, of the size asked for; all else as by default.
PictureOptions small() {
  PictureOptions options;
  options.panel_width = 120;
  options.panel_height = 110;
  options.shape_panels = false;
  options.samples = 1;
  return options;
}

struct Pixel {
  int r, g, b;
};

Pixel pixel(const Image& image, int x, int y) {
  const std::uint8_t* p = &image.rgb[3 * (static_cast<std::size_t>(y) * image.width + x)];
  return {p[0], p[1], p[2]};
}

int count(const Image& image, const std::function<bool(const Pixel&)>& wanted) {
  int found = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) found += wanted(pixel(image, x, y));
  }
  return found;
}

bool is_blue(const Pixel& p) { return p.b > p.r + 60; }
bool is_ochre(const Pixel& p) { return p.r > p.b + 60 && p.g > p.b + 20; }
bool is_red(const Pixel& p) { return p.r > p.g + 80 && p.r > p.b + 80; }

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no InputError";
}

TEST(Render, MakesASheetOfTheSizeAskedFor) {
  const Trajectory run = waving_sheet(5, 6, 20, false);
  PictureOptions options = small();
  Image image = render_frames(run, options);
  EXPECT_EQ(image.width, 3 * kStride - 6);
  EXPECT_EQ(image.height, 2 * (110 + 40));
  EXPECT_EQ(image.rgb.size(), std::size_t(3 * image.width * image.height));
  options.times = {0.1, 0.2};
  options.color_by_area_error = true;
  image = render_frames(run, options);
  EXPECT_EQ(image.width, 2 * kStride - 6);
  EXPECT_EQ(image.height, 110 + 40 + 76);
  options.columns = 1;
  EXPECT_EQ(render_frames(run, options).height, 2 * (110 + 40) + 76);
}

TEST(Render, ShowsClothAndHeldNodesInEveryPanel) {
  for (const bool triangles : {false, true}) {
    const Image image = render_frames(waving_sheet(9, 12, 30, triangles), small());
    for (int panel = 0; panel < 6; ++panel) {
      int cloth = 0, held = 0;
      for (int y = 0; y < 110; ++y) {
        for (int x = 0; x < 120; ++x) {
          const Pixel p = pixel(image, panel % 3 * kStride + x, panel / 3 * 150 + y);
          cloth += is_blue(p);
          held += is_red(p);
        }
      }
      EXPECT_GT(cloth,
                120 * 110 / 12);  // the camera fits the motion, so the cloth takes a good part of the panel
      EXPECT_GE(held, 4);         // two balls, each at least two fully red pixels at this size
    }
  }
}

TEST(Render, KeepsTheClothInsideEveryPanel) {
  const Image image = render_frames(waving_sheet(9, 12, 30, false), small());
  for (int y = 0; y < image.height; ++y) {
    for (const int x : {0, 119, 126, 245, 252, 371}) EXPECT_FALSE(is_blue(pixel(image, x, y)));
  }
}

TEST(Render, ShowsTheBackInAnotherColour) {
  Trajectory run = waving_sheet(5, 6, 1, false);
  run.frames[0].x = run.info.rest.x;  // normal −y, towards the camera
  const Image front = render_frames(run, small());
  EXPECT_GT(count(front, is_blue), 1000);
  EXPECT_EQ(count(front, is_ochre), 0);
  for (Element& element : run.info.rest.elements) std::swap(element[1], element[3]);
  const Image back = render_frames(run, small());
  EXPECT_GT(count(back, is_ochre), 1000);
  EXPECT_EQ(count(back, is_blue), 0);
}

TEST(Render, HidesWhatLiesBehind) {
  Trajectory run =
      waving_sheet(2, 2, 1, false);  // one quad seen from its front, another behind seen from its back
  run.info.grasps.clear();
  test::without_grasps(run.frames[0]);
  Points both(8, 3);
  both << run.info.rest.x, run.info.rest.x;
  both.bottomRows(4).col(1).array() += 0.001;
  run.info.rest.x = run.frames[0].x = both;
  run.frames[0].v = Points::Zero(8, 3);
  for (const bool behind_first : {false, true}) {
    run.info.rest.elements = {{0, 1, 3, 2}, {4, 6, 7, 5}};
    if (behind_first) std::swap(run.info.rest.elements[0], run.info.rest.elements[1]);
    const Image image = render_frames(run, small());
    EXPECT_GT(count(image, is_blue), 1000);
    EXPECT_LT(count(image, is_ochre), 200);  // only a thin rim of the one behind shows
  }
}

TEST(Render, GivesTheSameBytesEachTime) {
  const Trajectory run = waving_sheet(7, 8, 12, true);
  PictureOptions options = small();
  options.panels = 2;
  options.samples = 2;
  EXPECT_EQ(render_frames(run, options).rgb, render_frames(run, options).rgb);
}

TEST(Render, DoesNotDependOnWhereTheClothIs) {
  Trajectory run = waving_sheet(7, 8, 6, false);
  const Image here = render_frames(run, small());
  for (Frame& frame : run.frames)
    frame.x.rowwise() += Vec3(200, 300, 400).transpose();  // [m] multiples of the grid
  const Image there = render_frames(run, small());
  int differing = 0;
  for (std::size_t k = 0; k < here.rgb.size(); ++k) differing += std::abs(here.rgb[k] - there.rgb[k]) > 24;
  EXPECT_LT(differing,
            static_cast<int>(here.rgb.size() / 500));  // rounding moves a few samples across an edge
}

TEST(Render, ColoursByTheSignOfTheAreaError) {
  Trajectory run = waving_sheet(5, 6, 1, false);
  PictureOptions options = small();
  options.color_by_area_error = true;
  options.area_error_range = 0.1;
  const auto cloth_part = [](Image image) {  // without the label and the legend
    image.height = 110;
    image.rgb.resize(std::size_t(3) * image.width * image.height);
    return image;
  };
  run.info.grasps.clear();
  test::without_grasps(run.frames[0]);
  run.frames[0].x = 1.05 * run.info.rest.x;
  const Image stretched = cloth_part(render_frames(run, options));
  EXPECT_GT(count(stretched, is_red), 1000);
  EXPECT_EQ(count(stretched, is_blue), 0);
  run.frames[0].x = 0.95 * run.info.rest.x;
  const Image shrunk = cloth_part(render_frames(run, options));
  EXPECT_GT(count(shrunk, is_blue), 1000);
  EXPECT_EQ(count(shrunk, is_red), 0);
}

TEST(Render, ColoursByContactForceOverArea) {
  Trajectory run = test::with_obstacles(waving_sheet(5, 6, 1, false));
  run.info.obstacles.resize(1);
  run.info.grasps.clear();
  Frame& frame = run.frames[0];
  test::without_grasps(frame);
  frame.obstacle_pose.resize(1);
  frame.obstacle_force = frame.obstacle_torque = Points::Zero(1, 3);
  frame.x = run.info.rest.x;
  frame.contact_force.setZero();
  PictureOptions options = small();
  options.color_by_contact_force = true;
  const auto red = [&] {
    Image image = render_frames(run, options);
    EXPECT_EQ(image.height, 110 + 40 + 76) << "with a legend";
    image.height = 110;
    return count(image, is_red);
  };
  EXPECT_EQ(red(), 0);
  const Vector force = 9 * node_areas(run.info.rest);    // [N] of 9 Pa everywhere
  frame.contact_force.col(1).head(15) = force.head(15);  // on the lower half
  const int half = red();
  EXPECT_GT(half, 400);
  frame.contact_force.col(1) = force;
  EXPECT_GT(red(), half + 300);
  options.color_by_area_error = true;
  EXPECT_EQ(message_of([&] { render_frames(run, options); }),
            "picture: colours show either area errors or contact forces; choose one of them");
}

TEST(Render, MarksAGraspNoLongerOnceItLetGo) {
  Trajectory run = waving_sheet(5, 6, 4, false);
  run.frames[3].grasp_force.setZero();
  PictureOptions options = small();
  options.times = {run.frames[0].time};
  EXPECT_GT(count(render_frames(run, options), is_red), 8);
  options.times = {run.frames[3].time};
  EXPECT_EQ(count(render_frames(run, options), is_red), 0);
  for (Frame& frame : run.frames) frame.grasp_force.setZero();  // a grasp that never pulled still holds
  EXPECT_GT(count(render_frames(run, options), is_red), 8);
}

TEST(Render, MarksAGraspOnlyOnceItHasBegun) {
  Trajectory run = waving_sheet(5, 6, 6, false);
  for (int k = 0; k < 4; ++k) run.frames[k].grasp_force.setZero();  // begins after frame 3
  PictureOptions options = small();
  for (const int k : {0, 2, 3, 5}) {
    options.times = {run.frames[k].time};
    const int red = count(render_frames(run, options), is_red);
    if (k < 3) {
      EXPECT_EQ(red, 0) << k;
    } else {
      EXPECT_GT(red, 8) << k;
    }
  }
}

bool is_grey(const Pixel& p) {  // what shaded solids are: no colour, darker than the ground
  return std::abs(p.r - p.g) < 12 && std::abs(p.g - p.b) < 14 && p.r + 2 >= p.b && p.r < 205 && p.r > 60;
}

/// The sheet at rest, not held, with a cube of 0.2 m at a place.
Trajectory sheet_and_cube(const Vec3& cube, int frames = 1) {
  Trajectory run = waving_sheet(5, 6, frames, false);
  run.info.grasps.clear();
  run.info.obstacles = {{.name = "cube", .surface = test::make_cube(0.2)}};
  for (Frame& frame : run.frames) {
    frame.x = run.info.rest.x;
    test::without_grasps(frame);
    frame.obstacle_pose = {{.translation = cube}};
    frame.obstacle_force = frame.obstacle_torque = Points::Zero(1, 3);
    frame.contact_force = Points::Zero(frame.x.rows(), 3);
  }
  return run;
}

/// The sheet alone in the same room.
int blue_without_solids(Trajectory run, const PictureOptions& options) {
  run.info.obstacles.clear();
  for (Frame& frame : run.frames) {
    frame.obstacle_pose.clear();
    frame.obstacle_force.resize(0, 3);
    frame.obstacle_torque.resize(0, 3);
    frame.contact_force.resize(0, 3);
  }
  return count(render_frames(run, options), is_blue);
}

TEST(Render, SolidsHideWhatIsBehindThemAndAreHidden) {
  PictureOptions options = small();
  options.camera_direction = {0, -1, 0};
  const Vec3 middle(0.15, 0, 0.21);
  const Image behind = render_frames(sheet_and_cube(middle + Vec3(0, 0.15, 0)), options);
  const Image before = render_frames(sheet_and_cube(middle - Vec3(0, 0.15, 0)), options);
  EXPECT_GT(count(behind, is_blue), 1500);
  EXPECT_LT(count(behind, is_grey), 20) << "the sheet is larger than the cube on all sides";
  EXPECT_GT(count(before, is_grey), 800);
  EXPECT_LT(count(before, is_blue), count(behind, is_blue) - 400);
}

TEST(Render, SolidsAreDrawnWhereTheyAreInEachFrame) {
  Trajectory run = sheet_and_cube({-0.4, 0, 0.2}, 2);
  run.frames[1].obstacle_pose[0].translation.x() = 0.7;
  PictureOptions options = small();
  options.camera_direction = {0, -1, 0};
  const Image image = render_frames(run, options);
  for (int panel = 0; panel < 2; ++panel) {
    double sum = 0;
    int found = 0;
    for (int y = 0; y < 110; ++y) {
      for (int x = 0; x < 120; ++x) {
        if (!is_grey(pixel(image, kStride * panel + x, y))) continue;
        sum += x;
        ++found;
      }
    }
    ASSERT_GT(found, 100) << panel;
    EXPECT_TRUE(panel == 0 ? sum / found < 45 : sum / found > 75) << panel << " " << sum / found;
  }
}

TEST(Render, SolidsThrowShadowsOnTheClothBelow) {
  Trajectory run = sheet_and_cube({0.15, 0.21, 0.5});
  run.info.rest.x.col(1) = run.info.rest.x.col(2);
  run.info.rest.x.col(2).setZero();
  run.frames[0].x = run.info.rest.x;  // lies flat, the cube above it
  const auto darkest_blue = [&](const Trajectory& at) {
    int darkest = 255;
    const Image image = render_frames(at, small());
    count(image, [&](const Pixel& p) {
      if (is_blue(p)) darkest = std::min(darkest, p.b);
      return false;
    });
    return darkest;
  };
  Trajectory aside = run;
  aside.frames[0].obstacle_pose[0].translation = Vec3(0.15, -0.3, 0);
  EXPECT_LT(darkest_blue(run), darkest_blue(aside) - 25);
}

TEST(Render, HalfSpacesAndHugeSolidsDoNotMoveTheCameraAway) {
  PictureOptions options = small();
  options.panels = 1;
  Trajectory run = sheet_and_cube({0.15, 0, -60.05});
  const int alone = blue_without_solids(run, options);
  run.info.obstacles[0].surface = test::make_cube(120);  // a floor as a block
  EXPECT_EQ(count(render_frames(run, options), is_blue), alone);
  run.info.obstacles[0].unbounded = true;
  run.info.obstacles[0].surface = {};
  run.info.obstacles[0].surface.x.resize(3, 3);
  run.info.obstacles[0].surface.x << 0, 0, 0, 1000, 0, 0, 0, 1000, 0;
  run.info.obstacles[0].surface.elements = {{0, 1, 2, kNoNode}};
  run.frames[0].obstacle_pose[0].translation.z() = -0.01;
  EXPECT_EQ(count(render_frames(run, options), is_blue), alone);
}

TEST(Render, ClothThatLiesOnAPlaneIsSeenAndWhatIsInsideIsNot) {
  Trajectory run = sheet_and_cube(Vec3::Zero());
  run.info.rest.x.col(1) = -run.info.rest.x.col(2);  // flat, its other side up
  run.info.rest.x.col(2).setZero();
  run.frames[0].x = run.info.rest.x;
  const auto cloth = [](const Pixel& p) { return is_blue(p) || is_ochre(p); };
  const int alone = count(render_frames(run, small()), cloth);
  run.info.obstacles[0].unbounded = true;
  for (const double depth : {-0.001, 0.0, 1e-4}) {  // [m] of the cloth below the plane, as contact leaves it
    Trajectory at = run;
    at.info.obstacles[0].surface.elements = {{4, 5, 7, 6}};  // upwards
    at.frames[0].obstacle_pose[0].translation.z() = depth - 0.1;
    EXPECT_GT(count(render_frames(at, small()), cloth), 0.8 * alone) << depth;
    at.frames[0].obstacle_pose[0].translation.z() = 0.05 - 0.1;
    EXPECT_EQ(count(render_frames(at, small()), cloth), 0) << "5 cm inside";
  }
}

TEST(Render, IsOfTheFramesThatAreShown) {
  Trajectory run = sheet_and_cube({0.1, 0, 0.1}, 3);
  for (int k = 0; k < 3; ++k) {
    run.frames[k].x.rowwise() += Vec3(3.0 * k, 0, 0).transpose();
    run.frames[k].obstacle_pose[0].translation.x() += 3 * k;
  }
  PictureOptions options = small();
  options.times = {run.frames[2].time};
  options.labels = {"a"};
  const Image chosen = render_frames(run, options);
  Trajectory last = run;
  last.frames.erase(last.frames.begin(), last.frames.begin() + 2);
  EXPECT_EQ(chosen.rgb, render_frames(last, options).rgb);
  options.whole_run = true;
  EXPECT_LT(5 * count(render_frames(run, options), is_blue), count(chosen, is_blue));
}

TEST(Render, TheCameraStaysWhereItIsToldTo) {
  Trajectory here = sheet_and_cube({0.1, 0, 0.1}), there = here;
  there.frames[0].x.rowwise() += Vec3(0.3, 0, 0).transpose();
  PictureOptions options = small();
  options.fitted = Points{{-0.3, -0.3, 0}, {0.9, 0.3, 0.5}};
  const Image first = render_frames(here, options), second = render_frames(there, options);
  int cube = 0, moved = 0;
  for (int y = 0; y < 110; ++y) {
    for (int x = 0; x < 120; ++x) {
      cube += is_grey(pixel(first, x, y)) && is_grey(pixel(second, x, y));
      moved += is_blue(pixel(first, x, y)) != is_blue(pixel(second, x, y));
    }
  }
  EXPECT_GT(cube, 50);
  EXPECT_GT(moved, 500);
  options.fitted = Points(0, 3);
  EXPECT_NE(message_of([&] { render_frames(here, options); }).find("fitted must be finite points"),
            std::string::npos);
}

/// Share of a panel that cloth and solids take, and of its width and height that lie between them.
struct Filled {
  double area = 0, wide = 0, high = 0;
};

Filled filled(const Trajectory& run) {
  Image image = render_frames(run, {.panels = 1, .samples = 1});
  image.height -= 40;  // the label
  int found = 0, left = image.width, right = 0, top = image.height, bottom = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const Pixel p = pixel(image, x, y);
      if (!is_blue(p) && !is_ochre(p) && !is_grey(p)) continue;
      ++found;
      left = std::min(left, x), right = std::max(right, x);
      top = std::min(top, y), bottom = std::max(bottom, y);
    }
  }
  const double width = image.width, height = image.height;
  return {found / (width * height), (right - left) / width, (bottom - top) / height};
}

TEST(Render, ClothAndWhatIsNearItFillTheirPanels) {
  Trajectory hanging = sheet_and_cube({0.1, 0.2, 0.1}), lying = hanging, table = hanging;
  lying.frames[0].x.col(1) = lying.frames[0].x.col(2);
  lying.frames[0].x.col(2).setZero();
  table = lying;
  table.info.obstacles[0].surface = test::make_cube(1.2);  // larger than the cloth, which lies on its edge
  table.frames[0].obstacle_pose[0].translation = Vec3(-0.4, 0.2, -0.6);
  for (const Trajectory* run : {&hanging, &lying, &table}) {
    const Filled share = filled(*run);
    EXPECT_GT(share.wide, 0.75);
    EXPECT_GT(share.high, 0.75);
    EXPECT_GT(share.area, 0.4);
  }
}

TEST(Render, CopesWithOddSolids) {
  Trajectory run = sheet_and_cube({0.1, 0, 0.1}, 2);
  run.info.obstacles.push_back({.name = "nothing", .surface = {}});
  run.info.obstacles.push_back({.name = "flat", .unbounded = true, .surface = {}});
  run.info.obstacles.push_back({.name = "point", .unbounded = true, .surface = test::make_cube(0)});
  run.info.obstacles.push_back({.name = "around", .surface = test::make_cube(3)});  // the camera is inside
  for (Frame& frame : run.frames) {
    frame.obstacle_pose.resize(5);
    frame.obstacle_force = frame.obstacle_torque = Points::Zero(5, 3);
  }
  run.frames[1].obstacle_pose[0].translation.x() = 1e25;
  EXPECT_EQ(render_frames(run, small()).width, 2 * kStride - 6);
  for (Frame& frame : run.frames) frame.x.setZero();
  EXPECT_EQ(render_frames(run, small()).width, 2 * kStride - 6);
}

TEST(Render, CopesWithDegenerateTrajectories) {
  PictureOptions options = small();
  Trajectory run = waving_sheet(4, 4, 1, false);
  EXPECT_EQ(render_frames(run, options).width, 120);  // one frame, one panel
  for (const double place : {0.0, 1.0, -1e6, 1e20}) {
    for (Frame& frame : run.frames) frame.x.setConstant(place);  // all points equal
    EXPECT_EQ(render_frames(run, options).width, 120);
  }
  run.frames[0].x = 1e-20 * run.info.rest.x;
  EXPECT_EQ(render_frames(run, options).width, 120);
  run.frames[0].x = 1e25 * run.info.rest.x;
  EXPECT_EQ(render_frames(run, options).width, 120);
  run = waving_sheet(4, 4, 3, false);
  run.info.rest.elements.clear();  // nodes only
  options.color_by_area_error = true;
  EXPECT_EQ(render_frames(run, options).width, 3 * kStride - 6);
  for (const Vec3& direction : {Vec3(0, 0, 1), Vec3(0, 0, -1), Vec3(0, 1e-8, -1e-8), Vec3(1e8, 0, 0)}) {
    options.camera_direction = direction;
    EXPECT_EQ(render_frames(waving_sheet(4, 4, 2, true), options).width, 2 * kStride - 6);
  }
}

TEST(Render, RefusesWithASentenceWhatItCannotShow) {
  Trajectory run = waving_sheet(4, 4, 2, false);
  const auto message = [&](const PictureOptions& options) {
    return message_of([&] { render_frames(run, options); });
  };
  EXPECT_EQ(message({.panels = 0}), "picture: panels must be from 1 to 400, got 0");
  EXPECT_EQ(message({.panel_width = 1000000}), "picture: panel_width must be from 32 to 4096, got 1000000");
  EXPECT_EQ(message({.times = {std::nan("")}}), "picture: times must be finite, got nan");
  EXPECT_EQ(message({.panels = 400, .panel_width = 4096, .panel_height = 4096}),
            "picture: the picture would have more than 2e8 pixels; lower panels or their size");
  EXPECT_EQ(message({.panels = 1, .panel_width = 4096, .panel_height = 4096, .samples = 5}),
            "picture: a panel would have more than 6e7 samples; lower samples or its size");
  EXPECT_NE(message({.camera_direction = Vec3::Zero()}).find("camera_direction"), std::string::npos);
  EXPECT_NE(message({.area_error_range = -1.0}).find("area_error_range must be > 0, got -1"),
            std::string::npos);
  run.frames[1].x(0, 0) = std::nan("");
  EXPECT_NE(message({}).find("frame 1 has positions that are not finite at node 0"), std::string::npos);
  run.frames.clear();
  EXPECT_EQ(message({}),
            "picture: the trajectory has no frame to show; run the scene for at least one frame");
  run = {};
  run.frames.resize(1);
  EXPECT_EQ(message({}), "picture: the mesh has no node to show; give it a mesh");
}

}  // namespace
}  // namespace isocloth::io
